import { type ReactNode, useId } from 'react';
import { i18n } from '@/src/texts/i18n';
import { AliasPanel } from '../aliases/alias-panel';
import { KeyList } from '../appearance/key-list';
import { usePaintedTheme } from '../appearance/use-theme';
import { ViewChoices } from '../appearance/view-choices';
import { ConnectionsPanel } from '../connection/connections-panel';
import { DataPanel } from '../data/data-panel';
import { DismissibleError } from '../errors/dismissible-error';
import { useCommandError } from '../errors/use-command-error';
import { useModels } from '../header/use-models';
import '../sheet.css';
import { useQuery } from '../link/stored-data';
import { TransferPanel } from './transfer-panel';
import './settings.css';

/** The settings that are about no chat, on a page of their own. What a chat may do and sends is set in the panel. */
export function SettingsPage() {
  const { error, perform, report, dismiss } = useCommandError();
  usePaintedTheme(report);
  const list = useQuery((queries) => queries.connections(), []);
  const { loadModels } = useModels(null, null);
  return (
    <main className="settings-page">
      <h1>{i18n.t('settings.page.title')}</h1>
      <p className="secondary">{i18n.t('settings.page.explanation')}</p>
      <DismissibleError error={error} onDismiss={dismiss} />
      <Section title={i18n.t('settings.part.connections')}>
        {list !== undefined && (
          <ConnectionsPanel
            connections={list}
            usedId={null}
            chosenModel={null}
            proposal={null}
            loadModels={loadModels}
            onUse={null}
            onDeleted={() => undefined}
          />
        )}
      </Section>
      <Section title={i18n.t('settings.part.aliases')}>
        {list !== undefined && <AliasPanel connections={list} />}
      </Section>
      <Section title={i18n.t('settings.part.view')}>
        <ViewChoices perform={perform} onError={report} />
        <KeyList onError={report} />
      </Section>
      <Section title={i18n.t('settings.part.transfer')}>
        <TransferPanel chatId={null} />
      </Section>
      <Section title={i18n.t('settings.part.data')}>
        {/* Everything here follows the database by itself. */}
        <DataPanel chatId={null} onReplaced={() => undefined} />
      </Section>
    </main>
  );
}

function Section({ title, children }: { title: string; children: ReactNode }) {
  const id = useId();
  return (
    <section className="settings-section" aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      {children}
    </section>
  );
}
