import { expect, test } from 'vitest'
import { claim, claimForm } from './claim.ts'

const good = { serialNumber: '123456789', accessCode: 'ABCD1234efgh_678', userPassword: 'abcd' }

function codesOf(changes: object): string[] {
  const issues = claimForm.safeParse({ ...good, ...changes }).error?.issues ?? []
  return issues.map(({ path, message }) => `${path.join('.')} ${message}`)
}

test.each([
  [{ serialNumber: '' }, ['serialNumber required']],
  [{ serialNumber: ' - ' }, ['serialNumber required']],
  [{ serialNumber: '12345678' }, ['serialNumber pattern']],
  [{ serialNumber: '1234567890' }, ['serialNumber pattern']],
  [{ serialNumber: 'x123456789' }, ['serialNumber pattern']],
  [{ serialNumber: 'cold' }, ['serialNumber pattern']],
  [{ serialNumber: 'cold-12345' }, ['serialNumber max-length']],
  [{ serialNumber: `123456789${' '.repeat(248)}` }, ['serialNumber max-length']],
  [{ accessCode: '' }, ['accessCode required']],
  [{ accessCode: 'x'.repeat(15) }, ['accessCode pattern']],
  [{ accessCode: 'x'.repeat(17) }, ['accessCode pattern']],
  [{ accessCode: `${good.accessCode}${' '.repeat(241)}` }, ['accessCode pattern']],
  [{ userPassword: '' }, ['userPassword required']],
  [{ userPassword: 'abc' }, ['userPassword min-length']],
  [{ userPassword: 'x'.repeat(129) }, ['userPassword max-length']],
])('the codes of a sticker are refused: %j', (changes, codes) => {
  expect(codesOf(changes)).toEqual(codes)
})

test('white space, dashes between digits and the case of cold are ignored', () => {
  expect(claimForm.parse(good)).toEqual(good)
  expect(claimForm.parse({ ...good, serialNumber: ' 123-456 789 ' })).toEqual(good)
  expect(claimForm.parse({ ...good, serialNumber: ' COLD a-1 ' })).toMatchObject({ serialNumber: 'colda-1' })
  expect(claimForm.parse({ ...good, serialNumber: 'cold-1234' })).toMatchObject({ serialNumber: 'cold-1234' })
  expect(claimForm.parse({ ...good, accessCode: 'ABCD-1234 efgh_678' })).toEqual(good)
  expect(codesOf({ serialNumber: `123456789${' '.repeat(247)}`, userPassword: 'x'.repeat(128) })).toEqual([])
  expect(codesOf({ accessCode: `${good.accessCode}${' '.repeat(240)}` })).toEqual([])
})

test('a claim has only its type, its codes and one to twenty brands', () => {
  const credentials = { serial: good.serialNumber, access: good.accessCode, userPwd: good.userPassword }
  const body = { type: 'rrc1', credentials, brands: ['cedar'] }
  const passes = (changes: object) => claim.safeParse({ ...body, ...changes }).success
  expect(passes({ brands: Array.from({ length: 20 }, () => 'x'.repeat(32)) })).toBe(true)
  for (const wrong of [
    { type: 'other' },
    { credentials: { ...credentials, pin: '1' } },
    { note: '' },
    { brands: [] },
    { brands: Array.from({ length: 21 }, () => 'cedar') },
    { brands: ['x'.repeat(33)] },
    { brands: ['../cedar'] },
    { brands: [''] },
    { brands: ['cedar\n'] },
  ]) {
    expect(passes(wrong), JSON.stringify(wrong)).toBe(false)
  }
})
