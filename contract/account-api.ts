import type { Endpoint } from './endpoint.ts'
import { accountDeletionAnswer } from './account-deletion.ts'
import { user } from './account.ts'
import { personalData, personalDataList } from './personal-data.ts'
import { sessionList } from './sessions.ts'

const sessionsPath = '/api/2/users/me/sessions'
const dataPath = '/api/2/users/me/data'

/** The paths of /api/2 with which people manage their own account. Specification 13. */
export const accountApi = {
  listSessions: { method: 'GET', path: sessionsPath, access: 'gateway.users', answer: sessionList },
  endSession: { method: 'DELETE', path: `${sessionsPath}/:sessionRef`, access: 'gateway.users', answer: null },
  endOtherSessions: { method: 'DELETE', path: sessionsPath, access: 'gateway.users', answer: null },
  listPersonalData: { method: 'GET', path: dataPath, access: 'gateway.users', answer: personalDataList },
  requestPersonalData: { method: 'POST', path: dataPath, access: 'gateway.users', answer: personalData, isLater: true },
  downloadPersonalData: { method: 'GET', path: `${dataPath}/:fileId`, access: 'gateway.users', answer: 'file' },
  deleteUser: {
    method: 'DELETE',
    path: '/api/2/users/me',
    access: 'gateway.users',
    answer: accountDeletionAnswer,
    isLater: true,
  },
  restoreUser: { method: 'POST', path: '/api/2/users/me/restore', access: 'gateway.users', answer: user },
} as const satisfies Record<string, Endpoint>
