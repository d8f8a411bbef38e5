import { Button } from '../button/button.tsx'
import type { Example } from '../example.ts'
import { BrowserList, BrowserRow } from './browser-list.tsx'

export const examples: Example[] = [
  {
    name: 'two browsers, the first one in use',
    render({ t }) {
      const action = (
        <Button variant="quiet" onPress={() => {}}>
          {t('sessions.sign-out')}
        </Button>
      )
      const times = t('sessions.times', { since: '3 May, 14:03', used: '14:05' })
      return (
        <>
          <h2 id="browsers">{t('sessions.title')}</h2>
          <BrowserList labelledBy="browsers">
            {['Chrome', 'Firefox'].map((browser, index) => {
              const name = t('sessions.name', { browser, system: 'Linux' })
              const mark = index === 0 && t('sessions.this')
              return <BrowserRow key={browser} name={name} mark={mark} times={times} action={action} />
            })}
          </BrowserList>
        </>
      )
    },
  },
]
