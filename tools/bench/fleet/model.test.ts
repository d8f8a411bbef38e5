import { expect, test } from 'vitest'
import { type FleetSize, type FleetLimits, type UnitCosts, modelFleet } from './model.ts'

const costs: UnitCosts = {
  ingestUsPerReport: 100,
  databaseUsPerReport: 50,
  pushUsPerReport: 20,
  connectUsPerGateway: 1_000,
  kilobytesPerGateway: 10,
  kilobytesPerPage: 20,
  usPerList: 1_000,
  usPerGatewayHour: 360,
  bytesPerReport: 200,
  bytesPerGatewayHour: 1_000,
}
const fleet: FleetSize = {
  gateways: 36_000,
  reportsPerGatewayAndHour: 10,
  pagesOpen: 3_600,
  listsPerSecond: 100,
  monthsKept: 10,
  backWithinS: 36,
}
const limits: FleetLimits = {
  usedPart: 0.5,
  gatewaysPerListener: 10_000,
  pagesPerProcess: 10_000,
  databaseCores: 10,
  databaseTerabytes: 1,
  eurosPerCoreAndMonth: 10,
  eurosPerTerabyteAndMonth: 100,
}

test('a fleet costs what its parts cost', () => {
  const { reportsPerSecond, parts, memoryGigabytes, terabytesPerMonth, ends, databases } = modelFleet(
    costs,
    fleet,
    limits,
  )
  expect(reportsPerSecond).toBe(100)
  expect(parts).toEqual([
    { part: 'ingest', cores: 2, processes: 4 },
    { part: 'push', cores: 0.0004, processes: 1 },
    { part: 'api', cores: 0.2, processes: 2 },
    { part: 'PostgreSQL, reports', cores: 0.01, processes: 1 },
    { part: 'PostgreSQL, hours', cores: 0.0072, processes: 1 },
  ])
  expect(memoryGigabytes).toBeCloseTo(0.432)
  expect(terabytesPerMonth).toBeCloseTo(36_000 * 3_000 * 730 * 1e-12)
  expect(ends[0]?.what).toBe('disk of one PostgreSQL')
  expect(databases).toBe(1)
})

test('what ends first says how many databases are needed', () => {
  const { databases, ends } = modelFleet(costs, { ...fleet, gateways: 360_000 }, limits)
  expect(databases).toBe(Math.ceil(ends[0]?.part ?? 0))
  expect(databases).toBeGreaterThan(1)
})
