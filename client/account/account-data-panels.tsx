import styles from './account-page.module.css'
import { DeletionPanel } from './deletion/deletion-panel.tsx'
import { PersonalDataPanel, type PersonalDataPanelProps } from './personal-data/personal-data-panel.tsx'
import { SessionsPanel, type SessionsPanelProps } from './sessions/sessions-panel.tsx'

/** Shows the last panels of the account page: sessions, personal data and deletion. Specification 25. */
export function AccountDataPanels({ version, onLogOut, openFile }: SessionsPanelProps & PersonalDataPanelProps) {
  return (
    <div className={styles.panels}>
      <SessionsPanel version={version} onLogOut={onLogOut} />
      <PersonalDataPanel version={version} openFile={openFile} />
      <DeletionPanel />
    </div>
  )
}
