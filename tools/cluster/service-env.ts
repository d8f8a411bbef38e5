/** The environment of each service, under its own settings. The rest of this process's environment is not passed on. */
export const serviceEnv = { PATH: process.env['PATH'], LANG: 'C.UTF-8', HOME: '/tmp' }
