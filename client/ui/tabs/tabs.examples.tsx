import { useState } from 'react'
import type { Example, ExampleContext } from '../example.ts'
import { Tabs, type TabsProps } from './tabs.tsx'

function tabsOf({ t, brand }: ExampleContext): Pick<TabsProps, 'label' | 'tabs'> {
  const labels = [t('tab.address'), t('tab.provider'), brand.name]
  return {
    label: t('appliance.settings', { name: t('appliance.type.BOILER') }),
    tabs: labels.map((label, index) => ({ id: String(index), label, content: <p>{label}</p> })),
  }
}

function Chosen(context: ExampleContext) {
  const [selected, select] = useState('0')
  return <Tabs {...tabsOf(context)} selected={selected} onSelect={select} />
}

export const examples: Example[] = [
  { name: 'three tabs', render: (context) => <Chosen {...context} /> },
  {
    name: 'refuses to leave',
    render: (context) => <Tabs {...tabsOf(context)} selected="0" onSelect={() => {}} />,
  },
]
