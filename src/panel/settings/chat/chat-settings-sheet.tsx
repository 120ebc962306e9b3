import { ChevronLeft } from 'lucide-react';
import { type ComponentType, type MouseEvent, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { sendCommand } from '@/src/panel/data/send-command';
import { useCommands } from '@/src/panel/kit/errors/command-errors';
import { DismissibleError } from '@/src/panel/kit/errors/dismissible-error';
import { SettingFields } from '@/src/panel/kit/fields/setting-fields';
import { Fold } from '@/src/panel/kit/fold';
import { Sheet } from '@/src/panel/kit/sheet';
import type { Chat } from '@/src/schema/chat';
import type { Run } from '@/src/schema/run';
import { rowsWith } from '@/src/schema/values/setting-row';
import { CHAT_SETTINGS, type ChatSettingsPatch } from '@/src/schema/values/settings';
import { i18n } from '@/src/texts/i18n';
import { CacheField } from './cache-field';
import { ModelForm } from './model-form';
import { NextRequestField } from './next-request-field';
import { PagePartsField } from './page-parts-field';
import { TokenLimitsForm } from './token-limits-form';
import { ToolMemoryFields } from './tool-memory-fields';
import { useChatSettings } from './use-applied-settings';
import './chat-settings.css';

interface ChatSettingsSheetProps {
  chat: Chat;
  /** The chat's newest run; null before the first. */
  run: Run | null;
  /** Size of the context window that the endpoint reported; null if it reported none. */
  endpointSizeTokens: number | null;
  /** The part that is unfolded first; null for none. */
  unfolded: 'instructions' | 'limits' | 'expert' | null;
  onOpenCosts(): void;
  onClose(): void;
}

/** A page of the sheet that replaces its folds. Loaded on demand, to keep the sheet's chunk small. */
interface Page {
  title: string;
  Content: ComponentType<{ chat: Chat }>;
}

const loadInspector = async (): Promise<Page> => ({
  title: i18n.t('chatSettings.sheet.requests'),
  Content: (await import('./request-inspector')).RequestInspector,
});
const loadPromptEditor = async (): Promise<Page> => ({
  title: i18n.t('chatSettings.sheet.systemPrompt'),
  Content: (await import('../prompt/prompt-editor')).PromptEditor,
});

/** Everything that is set for one chat, in folds, with buttons that open its system prompt and its last requests. */
export function ChatSettingsSheet(props: ChatSettingsSheetProps) {
  const { chat, run, unfolded, onClose } = props;
  const { error, perform, dismiss } = useCommands();
  const [page, setPage] = useState<Page | null>(null);
  /** The button that opened the page. It gets the focus that the Back button had. */
  const opener = useRef<HTMLElement>(null);
  const open = (load: () => Promise<Page>, { currentTarget }: MouseEvent<HTMLElement>) => {
    opener.current = currentTarget;
    return perform(async () => setPage(await load()));
  };
  const store = (patch: ChatSettingsPatch) => sendCommand({ type: 'set-settings', chatId: chat.id, patch });
  return (
    <Sheet title={page === null ? i18n.t('chatSettings.sheet.title') : page.title} onClose={onClose}>
      <div className="sheet-body chat-settings">
        <DismissibleError error={error} onDismiss={dismiss} />
        {/* Hidden rather than removed: what is typed and unfolded stays. */}
        <div className="folds" hidden={page !== null}>
          <Fold
            title={i18n.t('chatSettings.fold.instructions')}
            hint={i18n.t('chatSettings.fold.instructionsHint')}
            isOpen={unfolded === 'instructions'}
          >
            {/* Without a page there is no adapter, and so no prompt yet. */}
            {chat.binding !== null && (
              <div className="button-row">
                <button type="button" onClick={(event) => open(loadPromptEditor, event)}>
                  {i18n.t('chatSettings.sheet.editPrompt')}
                </button>
              </div>
            )}
            {chat.binding !== null && <PagePartsField chat={{ ...chat, binding: chat.binding }} />}
            <AppliedFields form="conversation" chat={chat} />
          </Fold>
          <Fold
            title={i18n.t('chatSettings.fold.model')}
            hint={i18n.t('chatSettings.fold.modelHint')}
            isOpen={false}
          >
            <ModelForm settings={chat.settings} onSave={store} />
          </Fold>
          <Fold
            title={i18n.t('chatSettings.fold.limits')}
            hint={i18n.t('chatSettings.fold.limitsHint')}
            isOpen={unfolded === 'limits'}
          >
            <AppliedFields form="limits" chat={chat} />
            <TokenLimitsForm
              settings={chat.settings}
              endpointSizeTokens={props.endpointSizeTokens}
              onSave={store}
            >
              <button type="button" onClick={props.onOpenCosts}>
                {i18n.t('chatSettings.sheet.showCosts')}
              </button>
            </TokenLimitsForm>
          </Fold>
          <Fold
            title={i18n.t('chatSettings.fold.expert')}
            hint={i18n.t('chatSettings.fold.expertHint')}
            isOpen={unfolded === 'expert'}
          >
            <CacheField chat={chat} />
            <ToolMemoryFields chat={chat} />
            <AppliedFields form="expert" chat={chat} />
            <NextRequestField chat={chat} run={run} />
            <div className="button-row">
              <button type="button" onClick={(event) => open(loadInspector, event)}>
                {i18n.t('chatSettings.sheet.showRequests')}
              </button>
            </div>
          </Fold>
        </div>
        {page !== null && (
          <>
            <div className="button-row">
              <button
                type="button"
                className="quiet icon-button"
                // biome-ignore lint/a11y/noAutofocus: it replaces the button that had the focus.
                autoFocus
                onClick={() => {
                  flushSync(() => setPage(null));
                  opener.current?.focus();
                }}
              >
                <ChevronLeft className="icon" aria-hidden="true" />
                {i18n.t('common.back')}
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
  limits: rowsWith(CHAT_SETTINGS, { form: 'limits' }),
  expert: rowsWith(CHAT_SETTINGS, { form: 'expert' }),
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
