import { useState } from 'react'
import type { Example, Surroundings } from '../example.ts'
import { Tabs, type TabsProps } from './tabs.tsx'

function tabsOf({ t, brand }: Surroundings): Pick<TabsProps, 'label' | 'tabs'> {
  const labels = [t('tab.address'), t('tab.provider'), brand.name]
  return {
    label: t('appliance.settings', { name: t('appliance.type.BOILER') }),
    tabs: labels.map((label, index) => ({ id: String(index), label, content: <p>{label}</p> })),
  }
}

function Chosen(surroundings: Surroundings) {
  const [selected, select] = useState('0')
  return <Tabs {...tabsOf(surroundings)} selected={selected} onSelect={select} />
}

export const examples: Example[] = [
  { name: 'three tabs', render: (surroundings) => <Chosen {...surroundings} /> },
  {
    name: 'refuses to leave',
    render: (surroundings) => <Tabs {...tabsOf(surroundings)} selected="0" onSelect={() => {}} />,
  },
]
