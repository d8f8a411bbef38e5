import type { ChangeEvent } from 'react'
import { languages } from '#contract/languages.ts'
import type { Example } from '#client/ui/example.ts'
import { type GalleryChoice, gallerySchemes, formatGalleryQuery, galleryWidths } from './gallery-choice.ts'
import { ExampleFrame } from './example-frame.tsx'
import styles from './gallery-page.module.css'

export type ComponentExamples = { name: string; examples: readonly Example[] }

export type GalleryProps = {
  choice: GalleryChoice
  brands: readonly string[]
  components: readonly ComponentExamples[]
}

/**
 * Shows the examples of the chosen component or of all components, for the chosen brand, colour scheme, language and
 * width. The gallery is a tool for developers, only in English.
 */
export function Gallery({ choice, brands, components }: GalleryProps) {
  const shownComponents = components.filter(({ name }) => choice.component === null || choice.component === name)
  return (
    <div className={styles.page}>
      <aside className={styles.side}>
        <h1 className={styles.title}>Gallery</h1>
        <Controls choice={choice} brands={brands} />
        <Index choice={choice} names={components.map(({ name }) => name)} />
      </aside>
      <main className={styles.main}>
        {shownComponents.map(({ name, examples }) => (
          <section key={name} aria-labelledby={name} className={styles.component}>
            <h2 id={name}>{name}</h2>
            {examples.map((example) => (
              <ExampleFrame key={example.name} choice={{ ...choice, component: name }} example={example} />
            ))}
          </section>
        ))}
      </main>
    </div>
  )
}

function Controls({ choice, brands }: Omit<GalleryProps, 'components'>) {
  const { brand, scheme, language, width, component } = choice
  const available = galleryWidths.includes(width) ? galleryWidths : [...galleryWidths, width].toSorted((a, b) => a - b)
  return (
    <form className={styles.controls}>
      <Select label="Brand" name="brand" value={brand || (brands[0] ?? '')} options={brands} />
      <Select label="Scheme" name="scheme" value={scheme} options={gallerySchemes} />
      <Select label="Language" name="language" value={language} options={languages} />
      <Select label="Width" name="width" value={String(width)} options={available.map(String)} />
      {component && <input type="hidden" name="component" value={component} />}
    </form>
  )
}

type SelectProps = { label: string; name: string; value: string; options: readonly string[] }

/** A list of options that submits its form when the person chooses, because the address contains the choice. */
function Select({ label, name, value, options }: SelectProps) {
  const show = ({ target }: ChangeEvent<HTMLSelectElement>): void => target.form?.requestSubmit()
  return (
    <label className={styles.label}>
      {label}
      <select name={name} defaultValue={value} onChange={show} className={styles.select}>
        {options.map((option) => (
          <option key={option}>{option}</option>
        ))}
      </select>
    </label>
  )
}

function Index({ choice, names }: { choice: GalleryChoice; names: readonly string[] }) {
  const entries = [{ text: 'all', component: null }, ...names.map((name) => ({ text: name, component: name }))]
  return (
    <nav aria-label="Components">
      <ul className={styles.index}>
        {entries.map(({ text, component }) => (
          <li key={text}>
            <a
              className={styles.entry}
              href={formatGalleryQuery({ ...choice, component })}
              aria-current={choice.component === component ? 'page' : undefined}
            >
              {text}
            </a>
          </li>
        ))}
        <li>
          <a className={styles.entry} href={`/gallery/mails${formatGalleryQuery(choice)}`}>
            mails
          </a>
        </li>
      </ul>
    </nav>
  )
}
