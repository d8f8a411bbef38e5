/** A replacement in one file. The file must contain `from` exactly once. */
export type MutantEdit = { file: string; from: string; to: string }

/** A version of the portal that is broken on purpose in one way. */
export type PortalMutant = {
  name: string
  edits: readonly MutantEdit[]
  /** The name of the fault in the short drill that reveals the mutant. */
  fault: string
  /** Matches the finding that the drill must report for this mutant. */
  noticedBy: RegExp
}

const killed = 'five processes killed'

/**
 * A mutant for each invariant that the drill checks. With these mutants, `npm run cluster -- mutants` shows that every
 * check can fail.
 */
export const portalMutants: readonly PortalMutant[] = [
  {
    name: 'acknowledge a report before its commit',
    edits: [
      {
        file: 'server/live/ingest/entry-writer.ts',
        from: "    await dependencies.store(entries)\n    return entries.map(() => 'stored')\n  } catch",
        to: "    void dependencies.store(entries).catch(() => undefined)\n    return entries.map(() => 'stored')\n  } catch",
      },
    ],
    fault: 'before a commit',
    noticedBy: /was acknowledged and is read back 0 times/u,
  },
  {
    name: 'store no notice',
    edits: [
      {
        file: 'server/notices/record-notices.ts',
        from: 'if (notices.length === 0) return []',
        to: 'if (notices) return []',
      },
    ],
    fault: killed,
    noticedBy: /has 0 notices/u,
  },
  {
    name: 'notify of each fault twice',
    edits: [
      {
        file: 'server/notices/record-notices.ts',
        from: 'const ids = await insertNotices(transaction, routed, new Date(now))',
        to: `const again = routed.map((one) => ({ ...one, dedupe: one.dedupe + ' again' }))
  await insertNotices(transaction, again, new Date(now))
  const ids = await insertNotices(transaction, routed, new Date(now))`,
      },
    ],
    fault: killed,
    noticedBy: /has 2 notices/u,
  },
  {
    name: 'store no change of a status',
    edits: [
      {
        file: 'server/live/ingest/store.ts',
        from: 'set status = n.status, reported = n.reported, fault_code = n.fault_code,',
        to: 'set status = s.status, reported = s.reported, fault_code = s.fault_code,',
      },
    ],
    fault: killed,
    noticedBy: /the status of .* was acknowledged as/u,
  },
  {
    name: 'deliver changes to strangers',
    edits: [
      {
        file: 'server/live/push/change-delivery.ts',
        from: 'for (const watch of asked) if (watch.isCurrent) deliverPending(watch)',
        to: `for (const watch of asked)
      for (const notification of topics.flatMap(({ pending }) => pending ?? []))
        if (notification?.isComplete) deliver({ watch, notification }, deliveryDependencies)`,
      },
    ],
    fault: killed,
    noticedBy: /received a change of .*, which belongs to a stranger/u,
  },
  {
    name: 'deliver no change to pages',
    edits: [
      {
        file: 'server/live/push/change-delivery.ts',
        from: 'for (const watch of asked) if (watch.isCurrent) deliverPending(watch)',
        to: '',
      },
    ],
    fault: 'the NATS server killed',
    noticedBy: /the load was not served/u,
  },
  {
    name: 'check no rights at delivery',
    edits: [
      {
        file: 'server/live/push/store.ts',
        from: "return (await readRows(db, prepared('push-pairs-without-rights', pairs))).map(({ index }) => index)",
        to: "await readRows(db, prepared('push-pairs-without-rights', pairs))\n  return []",
      },
      {
        file: 'server/live/push/event-bus-server.ts',
        from: "      case 'access':\n",
        to: "      case 'access':\n        return\n",
      },
    ],
    fault: killed,
    noticedBy: /received a change of .*, which belongs to a stranger/u,
  },
  {
    name: 'answer a saved address and keep the previous one',
    edits: [
      {
        file: 'server/appliances/store.ts',
        from: 'on conflict (gateway_id) do update set street = excluded.street,',
        to: 'on conflict (gateway_id) do update set street = address.street,',
      },
    ],
    fault: killed,
    noticedBy: /was saved as/u,
  },
  {
    name: 'answer the end of a contract and end nothing',
    edits: [
      {
        file: 'server/service-changes/consents/store.ts',
        from: 'ended_by = ${personId} where id = ${contractId}`,',
        to: 'ended_by = ${personId} where id = ${contractId} and false`,',
      },
    ],
    fault: killed,
    noticedBy: /was ended and is still there/u,
  },
  {
    name: 'answer a removal and keep the appliance on the list',
    edits: [
      {
        file: 'server/appliances/store.ts',
        from: 'connection where gateway_id = ${gatewayId} and person_id = ${personId}`)',
        to: 'connection where gateway_id = ${gatewayId} and person_id = ${personId} and false`)',
      },
    ],
    fault: killed,
    noticedBy: /removed .* and still reads it/u,
  },
  {
    name: "answer a guest's claim and put nothing on the list",
    edits: [
      {
        file: 'server/appliances/routes.ts',
        from: `if (outcome === 'requested') return { state: outcome }
    return readOwnConnection(appliances, caller, { gatewayId })
`,
        to: `if (outcome === 'requested') return { state: outcome }
    const connection = await readOwnConnection(appliances, caller, { gatewayId })
    if (!connection.service.canEditContract) await removeFromList(dependencies, gatewayId, caller)
    return connection
`,
      },
    ],
    fault: killed,
    noticedBy: /claimed .*, which is not there/u,
  },
  {
    name: 'publish a wrong digest of a ready file',
    edits: [
      {
        file: 'server/exports/create-export-file.ts',
        from: "sha256: hash.digest('hex') })",
        to: "sha256: hash.update('more').digest('hex') })",
      },
    ],
    fault: killed,
    noticedBy: /is not whole/u,
  },
  {
    name: 'drop a day before all of it is packed',
    edits: [
      {
        file: 'server/telemetry/packing/packing.ts',
        from: 'const isComplete = gateways.length < limit',
        to: 'const isComplete = true',
      },
    ],
    fault: 'both processes with jobs killed while they pack',
    noticedBy: /is read back 0 times/u,
  },
  {
    name: 'answer 500 while the database is away',
    edits: [
      {
        file: 'server/database/outage-errors.ts',
        from: '  if (!(error instanceof Error)) return false\n',
        to: '  if (error) return false\n',
      },
    ],
    fault: 'the primary lost',
    noticedBy: /was answered 500/u,
  },
]
