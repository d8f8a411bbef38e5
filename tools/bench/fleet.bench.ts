import { readFile } from 'node:fs/promises'
import { type FleetSize, type FleetLimits, type UnitCosts, modelFleet } from './fleet/model.ts'
import { sizeOption } from './sizes.ts'

// No measurement: what a fleet needs, out of the unit costs that the other benches have printed (fleet/unit-costs.json).
// `--gateways=1000000` and `--reports-per-hour=48` ask for another.
type Noted = { measured: string; machine: string; costs: Record<keyof UnitCosts, { value: number; from: string }> }

const noted = JSON.parse(await readFile(new URL('fleet/unit-costs.json', import.meta.url), 'utf8')) as Noted
const costs = Object.fromEntries(Object.entries(noted.costs).map(([name, { value }]) => [name, value])) as UnitCosts
const gateways = sizeOption('gateways', 10_000_000)

const fleet: FleetSize = {
  gateways,
  // Four units, each every ten minutes.
  reportsPerGatewayAndHour: sizeOption('reports-per-hour', 24),
  pagesOpen: gateways / 100,
  listsPerSecond: gateways / 10_000,
  monthsKept: 24,
  backWithinS: 300,
}

// Prices are assumptions, of rented machines and of disks with a copy.
const limits: FleetLimits = {
  usedPart: 0.6,
  gatewaysPerListener: 50_000,
  pagesPerProcess: 20_000,
  databaseCores: 64,
  databaseTerabytes: 60,
  eurosPerCoreAndMonth: 25,
  eurosPerTerabyteAndMonth: 80,
}

const result = modelFleet(costs, fleet, limits)
const many = (value: number) => Math.round(value).toLocaleString('en')
const lines = [
  `unit costs of ${noted.measured}, ${noted.machine}`,
  `${many(gateways)} gateways, ${fleet.reportsPerGatewayAndHour} reports an hour each: ${many(result.reportsPerSecond)} reports a second`,
  `${many(fleet.pagesOpen)} pages open, ${many(fleet.listsPerSecond)} lists a second, ${many(gateways / fleet.backWithinS)} gateways a second after a loss of all listeners`,
  ...result.parts.map(
    ({ part, cores, processes }) => `${part}: ${cores.toFixed(1)} cores, ${many(processes)} processes`,
  ),
  `memory of connections: ${many(result.memoryGigabytes)} GB`,
  `database: ${many(result.terabytesPerMonth)} TB a month, ${many(result.terabytes)} TB in ${fleet.monthsKept} months`,
  `${many(result.eurosPerMonth)} EUR a month, ${(result.eurosPerMonth / gateways).toFixed(3)} for a gateway`,
  ...result.ends.map(({ what, part }) => `${what}: ${part.toFixed(1)} times what there is`),
  `databases: ${many(result.databases)}`,
]
process.stdout.write(`${lines.join('\n')}\n`)
