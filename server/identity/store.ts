import type { Kysely } from 'kysely'
import type { Tables } from '#server/database/tables.ts'

type Db = Kysely<Tables>

export type PersonKey = { issuer: string; subject: string }

export async function findPerson(db: Db, { issuer, subject }: PersonKey): Promise<string | undefined> {
  const row = await db
    .selectFrom('person')
    .select('id')
    .where('issuer', '=', issuer)
    .where('subject', '=', subject)
    .executeTakeFirst()
  return row?.id
}

/** Makes the person where there is none; a new e-mail address replaces the last, none leaves it. */
export async function keepPerson(db: Db, { issuer, subject }: PersonKey, email: string | null): Promise<string> {
  const { id } = await db
    .insertInto('person')
    .values({ issuer, subject, email })
    .onConflict((conflict) =>
      conflict.columns(['issuer', 'subject']).doUpdateSet((set) => ({
        email: set.fn.coalesce('excluded.email', 'person.email'),
      })),
    )
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}
