import { type ReactNode, useId } from 'react';
import { useModels } from '@/src/panel/data/use-models';
import { CommandErrorCard } from '@/src/panel/kit/errors/command-error-card';
import { CommandErrors, useCommands } from '@/src/panel/kit/errors/command-errors';
import { SecondaryText } from '@/src/panel/kit/text/paragraph';
import { DataPanel } from '@/src/panel/log/data/data-panel';
import { AliasPanel } from '@/src/panel/settings/aliases/alias-panel';
import { KeyList } from '@/src/panel/settings/appearance/key-list';
import { usePaintedTheme } from '@/src/panel/settings/appearance/use-painted-theme';
import { ViewChoices } from '@/src/panel/settings/appearance/view-choices';
import { VoiceChoice } from '@/src/panel/settings/appearance/voice-choice';
import { ConnectionsPanel } from '@/src/panel/settings/connection/connections-panel';
import type { TextKey } from '@/src/schema/values/said';
import { t } from '@/src/texts/i18n';
import '@/src/panel/kit/sheet.css';
import { useQuery } from '@/src/panel/data/stored-data';
import '@/src/panel/settings/settings.css';

/** Page with the settings that concern no single chat. What a chat may do and what it sends is set in the panel. */
export function SettingsPage() {
  return (
    <CommandErrors>
      <Page />
    </CommandErrors>
  );
}

function Page() {
  const { report } = useCommands();
  usePaintedTheme();
  const list = useQuery((queries) => queries.connections(), []);
  const { loadModels } = useModels(null, null);
  return (
    <main className="settings-page">
      <h1>{t('settings.page.title')}</h1>
      <SecondaryText text="settings.page.explanation" />
      <CommandErrorCard />
      <Section title="settings.part.connections">
        {list !== undefined && (
          <CommandErrors>
            <ConnectionsPanel
              connections={list}
              usedId={null}
              chatId={null}
              chosenModel={null}
              proposal={null}
              loadModels={loadModels}
              onUse={null}
              onDeleted={() => undefined}
              editedField={null}
            />
          </CommandErrors>
        )}
      </Section>
      <Section title="settings.part.aliases">
        {list !== undefined && (
          <CommandErrors>
            <AliasPanel connections={list} />
          </CommandErrors>
        )}
      </Section>
      <Section title="settings.part.view">
        <ViewChoices />
        <KeyList onError={report} />
      </Section>
      <Section title="settings.part.voice">
        <VoiceChoice />
      </Section>
      <Section title="settings.part.data">
        {/* `onReplaced` does nothing: this page follows the database by itself. */}
        <CommandErrors>
          <DataPanel chatId={null} onReplaced={() => undefined} />
        </CommandErrors>
      </Section>
    </main>
  );
}

function Section({ title, children }: { title: TextKey; children: ReactNode }) {
  const id = useId();
  return (
    <section className="settings-section" aria-labelledby={id}>
      <h2 id={id}>{t(title)}</h2>
      {children}
    </section>
  );
}
