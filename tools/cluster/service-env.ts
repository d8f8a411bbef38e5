/** What each service of a cluster finds in its environment; the rest of this process's environment is not passed on. */
export const serviceEnv = { PATH: process.env['PATH'], LANG: 'C.UTF-8', HOME: '/tmp' }
