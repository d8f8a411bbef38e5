import * as z from 'zod/mini'
import { serialNumber } from '#contract/claim.ts'
import { normaliseSerialNumber } from '#contract/serial-number.ts'
import { dayMs } from '#contract/durations.ts'
import { systemClock } from '#server/clock.ts'
import type { Queryable } from '#server/database/sql.ts'
import { runWithCommandDatabase } from '../command-database.ts'
import { recordCommand } from '../record-command.ts'
import type { OperatorCommand } from '../main.ts'
import {
  type AuditSubject,
  type PersonRow,
  countRefusalsOfGateway,
  findGatewayBySerial,
  findPeopleByIdOrEmail,
  hasAuditRecords,
  readAppliancesOfPerson,
  readAuditRecordsAbout,
  readContractsOfGateway,
  readDeliveriesToPerson,
  readLatestFaultChanges,
  readPeopleWithAccess,
} from './store.ts'
import { type TableCell, formatAlignedTable } from './aligned-table.ts'

const defaultLimit = 100
const maxRecords = 10_000

type AuditOptions = { since?: string; limit?: string; json?: boolean }

/** Prints the audit records about a person or a gateway. Returns the exit code, or null if an option is invalid. */
export function runAuditCommand(
  call: OperatorCommand,
  [personOrSerial = '']: readonly string[],
  { since, limit, json: asJson = false }: AuditOptions,
): Promise<number> | null {
  const from = since === undefined ? null : new Date(since)
  const count = Number(limit ?? defaultLimit)
  if (from !== null && Number.isNaN(from.getTime())) return null
  if (!Number.isInteger(count) || count < 1 || count > maxRecords) return null
  return showAudit(call, { personOrSerial, since: from, limit: count, asJson })
}

type WantedAudit = { personOrSerial: string; since: Date | null; limit: number; asJson: boolean }

async function showAudit(
  call: OperatorCommand,
  { personOrSerial, since, limit, asJson }: WantedAudit,
): Promise<number> {
  return runWithCommandDatabase(call, async ({ pool }) => {
    const subject = await auditSubjectOf(pool, personOrSerial)
    if (subject === null) return notFound(call, `No person and no gateway has the name ${personOrSerial}.`)
    const records = await readAuditRecordsAbout(pool, subject, { since, limit })
    await recordCommand(pool, call, { action: 'audit-show', ...namesOf(subject), outcome: 'done' })
    if (asJson) for (const record of records) call.printLine(JSON.stringify(record))
    else formatAlignedTable(records).forEach((line) => call.printLine(line))
    if (records.length === 0) call.printError('There is no record.')
    return 0
  })
}

async function auditSubjectOf(db: Queryable, personOrSerial: string): Promise<AuditSubject | null> {
  const serial = serialNumber.safeParse(personOrSerial)
  if (serial.success) {
    const wantedSerial = normaliseSerialNumber(serial.data)
    const gateway = await findGatewayBySerial(db, wantedSerial)
    return { personIds: [], gatewayId: gateway?.id ?? null, serial: wantedSerial }
  }
  const people = await findPeopleByIdOrEmail(db, personOrSerial)
  const personIds = people.map(({ id }) => id)
  if (personIds.length > 0) return { personIds, gatewayId: null, serial: null }
  const isLeft = z.uuid().safeParse(personOrSerial).success && (await hasAuditRecords(db, personOrSerial))
  return isLeft ? { personIds: [personOrSerial], gatewayId: null, serial: null } : null
}

function namesOf({ personIds, gatewayId, serial }: AuditSubject) {
  return { personId: personIds[0] ?? null, gatewayId, serial }
}

const maxShownDeliveries = 20

/** Prints the data of the people with an id or email address. Returns the exit code. */
export async function runPersonCommand(call: OperatorCommand, [person = '']: readonly string[]): Promise<number> {
  return runWithCommandDatabase(call, async ({ pool }) => {
    const people = await findPeopleByIdOrEmail(pool, person)
    if (people.length === 0) return notFound(call, `No person has the name ${person}.`)
    for (const each of people) await showPerson(call, pool, each)
    return 0
  })
}

async function showPerson({ printLine, ...call }: OperatorCommand, db: Queryable, person: PersonRow): Promise<void> {
  const { id, issuer, subject, country, createdAt, email, isEmailVerified, contactEmail, verifiedAddress } = person
  await recordCommand(db, call, { action: 'person-show', personId: id, outcome: 'done' })
  printLine(`Person              ${id}, since ${createdAt.toISOString()}`)
  printLine(`Signs in as         ${subject} of ${issuer}`)
  printLine(`Country             ${country ?? '-'}`)
  printLine(`Terms accepted      ${person.terms ?? '-'}`)
  printLine(
    `Email of sign-in    ${email === null ? '-' : `${email} (${isEmailVerified ? 'verified' : 'not verified'})`}`,
  )
  printLine(`Contact email       ${contactEmail ?? '-'}`)
  printLine(`Verified by a code  ${verifiedAddress ?? '-'}`)
  printLine(`Sessions            ${person.sessions}`)
  printLine(`Browsers with push  ${person.pushBrowsers}`)
  printLine(`Settings            ${person.settings === null ? 'as at the beginning' : JSON.stringify(person.settings)}`)
  if (person.mailIsPaused) printLine('All email is paused (mail pause).')
  printLine('')
  showTable(printLine, 'Appliances', await readAppliancesOfPerson(db, id))
  showTable(printLine, 'Last notifications', await readDeliveriesToPerson(db, id, maxShownDeliveries))
}

function showTable(
  printLine: OperatorCommand['printLine'],
  title: string,
  rows: readonly Readonly<Record<string, TableCell>>[],
): void {
  printLine(rows.length === 0 ? `${title}: none` : title)
  formatAlignedTable(rows).forEach((line) => printLine(`  ${line}`))
  printLine('')
}

/** Erases a person, if the option `yes` is given. Returns the exit code. */
export async function runEraseCommand(
  call: OperatorCommand,
  [person = '']: readonly string[],
  { yes: isSure = false }: { yes?: boolean },
): Promise<number> {
  return runWithCommandDatabase(call, async ({ pool, url }) => {
    const onePerson = await findOnlyPersonByIdOrEmail(call, pool, person)
    if (!onePerson) return 1
    if (!isSure) {
      const appliances = await readAppliancesOfPerson(pool, onePerson.id)
      call.printError(
        `This erases ${onePerson.id} for good: ${appliances.length} appliances are given back, ${onePerson.sessions} sessions end. ` +
          'Nothing was erased; add --yes.',
      )
      return 1
    }
    const erasure = await call.erase({ pool, url, env: call.env, personId: onePerson.id, recordAs: call })
    if (!erasure) return notFound(call, 'Somebody has erased this person meanwhile.')
    call.printLine(`Erased: ${erasure.appliances} appliances were given back, ${erasure.sessions} sessions ended.`)
    return 0
  })
}

/**
 * Finds the only person with this id or email address. If there is no such person or more than one, prints a sentence
 * about it and returns null.
 */
export async function findOnlyPersonByIdOrEmail(
  call: OperatorCommand,
  db: Queryable,
  person: string,
): Promise<PersonRow | null> {
  const [found, ...others] = await findPeopleByIdOrEmail(db, person)
  if (found && others.length === 0) return found
  if (!found) call.printError(`No person has the name ${person}.`)
  else {
    const ids = [found, ...others].map(({ id }) => id)
    call.printError(`${ids.length} people have the name ${person}. Name one by the id: ${ids.join(', ')}.`)
  }
  return null
}

const refusalDays = 30

/** Prints the data of a gateway. Returns the exit code. */
export async function runGatewayCommand(
  { printLine, ...call }: OperatorCommand,
  [typedSerial = '']: readonly string[],
): Promise<number> {
  return runWithCommandDatabase(call, async ({ pool }) => {
    const serial = serialNumber.safeParse(typedSerial).success ? normaliseSerialNumber(typedSerial) : typedSerial
    const gateway = await findGatewayBySerial(pool, serial)
    if (!gateway) return notFound(call, `No gateway has the serial number ${typedSerial}.`)
    const { id, status, since, reportedAt, lastSeenAt, faultCode } = gateway
    await recordCommand(pool, { ...call }, { action: 'gateway-show', gatewayId: id, serial, outcome: 'done' })
    printLine(`Gateway      ${gateway.serial} (${id}), ${gateway.type}, ${gateway.applianceType}, ${gateway.brand}`)
    printLine(`Registered   ${gateway.registeredAt.toISOString()}`)
    printLine(`Status       ${status === null ? 'has never reported' : `${status} since ${since?.toISOString()}`}`)
    printLine(`Reported     ${gateway.reported ?? '-'}${faultCode === null ? '' : `, fault ${faultCode}`}`)
    printLine(`Last report  ${reportedAt?.toISOString() ?? '-'}`)
    printLine(`Last seen    ${lastSeenAt?.toISOString() ?? '-'}`)
    printLine('')
    showTable(printLine, 'People', await readPeopleWithAccess(pool, id))
    showTable(printLine, 'Contracts', await readContractsOfGateway(pool, id))
    showTable(printLine, 'Last changes of faults', await readLatestFaultChanges(pool, id))
    const refusedSince = new Date(systemClock.now() - refusalDays * dayMs)
    showTable(
      printLine,
      `Refused within ${refusalDays} days`,
      await countRefusalsOfGateway(pool, { gatewayId: id, serial, since: refusedSince }),
    )
    return 0
  })
}

function notFound({ printError }: Pick<OperatorCommand, 'printError'>, sentence: string): number {
  printError(sentence)
  return 1
}
