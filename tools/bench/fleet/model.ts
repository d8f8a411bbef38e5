/** What one of each costs, as the benches have printed it: µs of CPU, kilobytes of memory, bytes in the database. */
export type UnitCosts = Record<
  | 'ingestUsPerReport'
  | 'databaseUsPerReport'
  | 'pushUsPerReport'
  | 'connectUsPerGateway'
  | 'kilobytesPerGateway'
  | 'kilobytesPerPage'
  | 'usPerList'
  | 'usPerGatewayHour'
  | 'bytesPerReport'
  | 'bytesPerGatewayHour',
  number
>

/** How many there are and what they do. A report is of one unit; `pagesOpen` and `listsPerSecond` at the busiest time. */
export type FleetSize = {
  gateways: number
  reportsPerGatewayAndHour: number
  pagesOpen: number
  listsPerSecond: number
  monthsKept: number
  /** Within so many seconds all gateways are back after a loss of all listeners. */
  backWithinS: number
}

/** What one machine or process may be asked to do, and what it costs; `usedPart`: of the CPU, the rest is for the unforeseen. */
export type FleetLimits = {
  usedPart: number
  gatewaysPerListener: number
  pagesPerProcess: number
  databaseCores: number
  databaseTerabytes: number
  eurosPerCoreAndMonth: number
  eurosPerTerabyteAndMonth: number
}

export type FleetPart = { part: string; cores: number; processes: number }

/** `ends`: what one of these is asked for of what it has, 1 being all of it; the greatest first. */
export type FleetResult = {
  reportsPerSecond: number
  parts: FleetPart[]
  memoryGigabytes: number
  terabytes: number
  terabytesPerMonth: number
  databases: number
  eurosPerMonth: number
  ends: { what: string; part: number }[]
}

const hourS = 3_600
const hoursOfMonth = 730
const terabyte = 1e12

/** Works out a fleet out of unit costs. All is proportional: that it is, the bench `growth` measures. */
export function modelFleet(costs: UnitCosts, fleet: FleetSize, limits: FleetLimits): FleetResult {
  const reportsPerSecond = (fleet.gateways * fleet.reportsPerGatewayAndHour) / hourS
  const watched = Math.min(1, fleet.pagesOpen / fleet.gateways)
  const coresFor = (perSecond: number, us: number) => (perSecond * us) / 1e6 / limits.usedPart
  const cores = {
    ingest: coresFor(reportsPerSecond, costs.ingestUsPerReport),
    back: coresFor(fleet.gateways / fleet.backWithinS, costs.connectUsPerGateway),
    push: coresFor(reportsPerSecond * watched, costs.pushUsPerReport),
    api: coresFor(fleet.listsPerSecond, costs.usPerList),
    database: coresFor(reportsPerSecond, costs.databaseUsPerReport),
    hours: coresFor(fleet.gateways / hourS, costs.usPerGatewayHour),
  }
  const parts = [
    partOf('ingest', Math.max(cores.ingest, cores.back), fleet.gateways / limits.gatewaysPerListener),
    partOf('push', cores.push, fleet.pagesOpen / limits.pagesPerProcess),
    partOf('api', cores.api, 2),
    partOf('PostgreSQL, reports', cores.database, 1),
    partOf('PostgreSQL, hours', cores.hours, 1),
  ]
  const terabytesPerMonth = (bytesPerHour(costs, fleet) * hoursOfMonth) / terabyte
  const terabytes = terabytesPerMonth * fleet.monthsKept
  const ends = [
    { what: 'disk of one PostgreSQL', part: terabytes / limits.databaseTerabytes },
    { what: 'CPU of one PostgreSQL', part: (cores.database + cores.hours) / limits.databaseCores },
  ].toSorted((one, other) => other.part - one.part)
  const hearingAll = coresFor(reportsPerSecond, costs.pushUsPerReport)
  const allCores = parts.reduce((sum, part) => sum + part.cores, 0)
  return {
    reportsPerSecond,
    parts,
    memoryGigabytes: (fleet.gateways * costs.kilobytesPerGateway + fleet.pagesOpen * costs.kilobytesPerPage) / 1e6,
    terabytes,
    terabytesPerMonth,
    databases: Math.max(1, Math.ceil(ends[0]?.part ?? 1)),
    eurosPerMonth: allCores * limits.eurosPerCoreAndMonth + terabytes * limits.eurosPerTerabyteAndMonth,
    // On the bus of PostgreSQL each process hears all changes; on a broker those of its pages alone.
    ends: [...ends, { what: 'a push process that hears every change', part: hearingAll }].toSorted(
      (one, other) => other.part - one.part,
    ),
  }
}

function bytesPerHour(costs: UnitCosts, fleet: FleetSize): number {
  return fleet.gateways * (fleet.reportsPerGatewayAndHour * costs.bytesPerReport + costs.bytesPerGatewayHour)
}

/** A process has one core. */
function partOf(part: string, cores: number, atLeast: number): FleetPart {
  return { part, cores, processes: Math.ceil(Math.max(cores, atLeast)) }
}
