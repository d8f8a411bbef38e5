import { useState } from 'react'
import type { Example, ExampleContext } from '../example.ts'
import { Select } from './select.tsx'

function Choosing({ t }: Pick<ExampleContext, 't'>) {
  const [value, setValue] = useState('BOILER')
  const types = ['BOILER', 'HP', 'HYBRID'] as const
  return (
    <Select
      label={t('add.type')}
      options={types.map((type) => ({ value: type, label: t(`appliance.type.${type}`) }))}
      value={value}
      onChange={setValue}
    />
  )
}

export const examples: Example[] = [
  { name: 'chosen', frameHeight: 280, render: (context) => <Choosing {...context} /> },
]
