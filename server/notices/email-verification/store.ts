import type { Language } from '#contract/languages.ts'
import { accessInForceSql } from '#server/database/access-in-force.ts'
import { type Queryable, execute, readFirstRow, readRequiredRow } from '#server/database/sql.ts'
import type { Transaction } from '#server/database/transaction.ts'

export type CodeToSend = {
  personId: string
  address: string
  code: string
  digest: Buffer
  brand: string
  language: Language
  now: Date
  until: Date
}

/**
 * Stores a code, which replaces the person's previous code, and queues its email. Deletes the email with the previous
 * code if it is still waiting.
 */
export async function storeCodeAndQueueEmail(transaction: Transaction, codeToSend: CodeToSend): Promise<void> {
  const { personId, address, code, digest, brand, language, now, until } = codeToSend
  await execute(transaction)`
    insert into mail_code (person_id, address, code_digest, sent_at, expires_at)
    values (${personId}, ${address}, ${digest}, ${now}, ${until})
    on conflict (person_id) do update set address = excluded.address, code_digest = excluded.code_digest, tries = 0,
      sent_at = excluded.sent_at, expires_at = excluded.expires_at`
  await execute(transaction)`
    delete from outbox where person_id = ${personId} and code is not null and state = 'WAITING'`
  await execute(transaction)`
    insert into outbox (person_id, channel, code, created_at, due_at)
    values (${personId}, 'mail', ${{ address, code, brand, language }}, ${now}, ${now})`
}

export type StoredVerificationCode = { address: string; digest: Buffer; tries: number; until: Date }

/**
 * Locks the person's stored code and returns it; null if no code is stored. No other process can try the code before
 * the transaction ends.
 */
export async function lockStoredCode(
  transaction: Transaction,
  personId: string,
): Promise<StoredVerificationCode | null> {
  return readFirstRow<StoredVerificationCode>(transaction)`
    select address, code_digest as digest, tries, expires_at as until from mail_code
    where person_id = ${personId} for update`
}

export async function countCodeTry(transaction: Transaction, personId: string): Promise<void> {
  await execute(transaction)`update mail_code set tries = tries + 1 where person_id = ${personId}`
}

/**
 * Marks an address as verified, and deletes the code. The person's emails then go to this address. A sign-in address is
 * also stored as `confirmed_email`, so that it stays verified if the contact email changes.
 */
export async function markAddressVerified(
  transaction: Transaction,
  { personId, address, now }: { personId: string; address: string; now: Date },
): Promise<void> {
  await execute(transaction)`
    insert into verified_mail (person_id, address, verified_at) values (${personId}, ${address}, ${now})
    on conflict (person_id) do update set address = excluded.address, verified_at = excluded.verified_at`
  await execute(transaction)`
    update person set confirmed_email = email where id = ${personId} and lower(email) = lower(${address})`
  await execute(transaction)`delete from mail_code where person_id = ${personId}`
}

/**
 * Whether the person has an appliance at `now` (epoch ms). To add an appliance, a person needs its sticker, so a
 * stranger cannot get one just to raise a limit.
 */
export async function hasAppliance(
  db: Queryable,
  { personId, now }: { personId: string; now: number },
): Promise<boolean> {
  const row = await readRequiredRow<{ held: boolean }>(db)`
    select exists (select from connection c where c.person_id = ${personId} and ${accessInForceSql(now)}) as held`
  return row.held
}
