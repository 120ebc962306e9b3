import { type ComponentType, useState } from 'react';
import { useCommands } from '@/src/panel/kit/errors/command-errors';
import { DismissibleError } from '@/src/panel/kit/errors/dismissible-error';
import { SettingFields } from '@/src/panel/kit/fields/setting-fields';
import { focusIfLost } from '@/src/panel/kit/focus';
import { Sheet } from '@/src/panel/kit/sheet';
import type { Chat } from '@/src/schema/chat';
import { rowsWith } from '@/src/schema/values/setting-row';
import { CHAT_SETTINGS } from '@/src/schema/values/settings';
import { i18n } from '@/src/texts/i18n';
import { CacheField } from './cache-field';
import { PagePartsField } from './page-parts-field';
import { ToolMemoryFields } from './tool-memory-fields';
import { useChatSettings } from './use-applied-settings';
import './chat-settings.css';

interface ChatSettingsSheetProps {
  chat: Chat;
  onClose(): void;
}

/** A page of the sheet that replaces its fields. Loaded on demand, to keep the sheet's chunk small. */
interface Page {
  kind: 'requests' | 'prompt';
  title: string;
  Content: ComponentType<{ chat: Chat }>;
}

const loadInspector = async (): Promise<Page> => ({
  kind: 'requests',
  title: i18n.t('chatSettings.sheet.requests'),
  Content: (await import('./request-inspector')).RequestInspector,
});
const loadPromptEditor = async (): Promise<Page> => ({
  kind: 'prompt',
  title: i18n.t('chatSettings.sheet.systemPrompt'),
  Content: (await import('../prompt/prompt-editor')).PromptEditor,
});

/** The chat's settings, with buttons that open its system prompt and its last requests. */
export function ChatSettingsSheet({ chat, onClose }: ChatSettingsSheetProps) {
  const { error, perform, dismiss } = useCommands();
  const [page, setPage] = useState<Page | null>(null);
  /** The page that was closed last; its button gets the focus that the Back button had. */
  const [closed, setClosed] = useState<Page['kind'] | null>(null);
  const openerRef = (kind: Page['kind']) => (kind === closed ? focusIfLost : null);
  const open = (load: () => Promise<Page>) => perform(async () => setPage(await load()));
  return (
    <Sheet title={page === null ? i18n.t('chatSettings.sheet.title') : page.title} onClose={onClose}>
      <div className="sheet-body chat-settings">
        <DismissibleError error={error} onDismiss={dismiss} />
        {page === null ? (
          <>
            <AppliedFields form="conversation" chat={chat} />
            <fieldset className="sending">
              <legend>{i18n.t('chatSettings.sending.label')}</legend>
              <p className="secondary">{i18n.t('chatSettings.sending.explanation')}</p>
              <ToolMemoryFields chat={chat} />
              <AppliedFields form="sending" chat={chat} />
              <CacheField chat={chat} />
            </fieldset>
            <fieldset className="sending">
              <legend>{i18n.t('chatSettings.limits.label')}</legend>
              <p className="secondary">{i18n.t('chatSettings.limits.explanation')}</p>
              <AppliedFields form="limits" chat={chat} />
            </fieldset>
            {chat.binding !== null && <PagePartsField chat={{ ...chat, binding: chat.binding }} />}
            <div className="button-row">
              {/* Without a page there is no adapter, and so no prompt yet. */}
              {chat.binding !== null && (
                <button ref={openerRef('prompt')} type="button" onClick={() => open(loadPromptEditor)}>
                  {i18n.t('chatSettings.sheet.editPrompt')}
                </button>
              )}
              <button ref={openerRef('requests')} type="button" onClick={() => open(loadInspector)}>
                {i18n.t('chatSettings.sheet.showRequests')}
              </button>
            </div>
          </>
        ) : (
          <>
            <div className="button-row">
              <button
                type="button"
                className="quiet back"
                // biome-ignore lint/a11y/noAutofocus: it replaces the button that had the focus.
                autoFocus
                onClick={() => {
                  setClosed(page.kind);
                  setPage(null);
                }}
              >
                {i18n.t('chatSettings.sheet.back')}
              </button>
            </div>
            <page.Content chat={chat} />
          </>
        )}
      </div>
    </Sheet>
  );
}

/** Settings that need no special field, by their place in the sheet. */
const ROWS = {
  conversation: rowsWith(CHAT_SETTINGS, { form: 'conversation' }),
  sending: rowsWith(CHAT_SETTINGS, { form: 'sending' }),
  limits: rowsWith(CHAT_SETTINGS, { form: 'limits' }),
};

interface AppliedFieldsProps {
  form: keyof typeof ROWS;
  chat: Chat;
}

/** A field for each setting of a form. Changes apply at once. */
function AppliedFields({ form, chat }: AppliedFieldsProps) {
  const { shown, change } = useChatSettings(chat);
  return <SettingFields rows={ROWS[form]} values={shown} onChange={change} />;
}
