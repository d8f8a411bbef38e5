import type { DataExport } from '#contract/data-export.ts'
import type { OpenFile } from '#client/api.ts'
import styles from './data-export.module.css'
import { RequestCard } from './request-card.tsx'
import type { RequestingInput } from './use-requesting.ts'

export type RequestListProps = RequestingInput & {
  requests: readonly DataExport[]
  openFile: OpenFile
  supportMail: string
}

/** The requests of an appliance, newest first. */
export function RequestList({ requests, ...props }: RequestListProps) {
  return (
    <ul className={styles.list}>
      {requests.map((request) => (
        <li key={request.id}>
          <RequestCard request={request} {...props} />
        </li>
      ))}
    </ul>
  )
}
