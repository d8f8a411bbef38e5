import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { type ApplianceStatus, StatusChip, statusTones } from './status-chip.tsx'

const statuses = Object.keys(statusTones) as ApplianceStatus[]

test('ONLINE and WORKING are green, ERROR red, WARNING yellow, UNKNOWN and OFFLINE grey', () => {
  expect(statusTones).toEqual({
    ONLINE: 'ok',
    WORKING: 'ok',
    ERROR: 'danger',
    WARNING: 'warning',
    UNKNOWN: 'idle',
    OFFLINE: 'idle',
  })
})

test('a status is never only a colour: each has its text and its own icon', () => {
  const drawn = statuses.map((status) => renderToStaticMarkup(<StatusChip status={status}>{status}</StatusChip>))
  for (const [index, chip] of drawn.entries()) expect(chip).toContain(`${statuses[index]}</span>`)
  expect(new Set(drawn.map((chip) => /<svg.*<\/svg>/.exec(chip)?.[0])).size).toBe(statuses.length)
})
