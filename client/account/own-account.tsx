import styles from './account-page.module.css'
import { DeletionPanel } from './deletion/deletion-panel.tsx'
import { PersonalDataPanel, type PersonalDataPanelProps } from './personal-data/personal-data-panel.tsx'
import { SessionsPanel, type SessionsPanelProps } from './sessions/sessions-panel.tsx'

/** The panels of the account page that load last. Specification 25. */
export function OwnAccount({ version, onLogOut, openFile }: SessionsPanelProps & PersonalDataPanelProps) {
  return (
    <div className={styles.panels}>
      <SessionsPanel version={version} onLogOut={onLogOut} />
      <PersonalDataPanel version={version} openFile={openFile} />
      <DeletionPanel />
    </div>
  )
}
