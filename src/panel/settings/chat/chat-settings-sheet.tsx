import { ChevronLeft } from 'lucide-react';
import { type ComponentType, type MouseEvent, type ReactNode, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { sendCommand } from '@/src/panel/data/send-command';
import { CommandErrorCard } from '@/src/panel/kit/errors/command-error-card';
import { useCommands } from '@/src/panel/kit/errors/command-errors';
import { useLimits } from '@/src/panel/kit/fields/managed-fields';
import { SettingFields } from '@/src/panel/kit/fields/setting-fields';
import { Fold } from '@/src/panel/kit/fold';
import { SheetFrame } from '@/src/panel/kit/sheet';
import { TextButton } from '@/src/panel/kit/text-button';
import type { Chat } from '@/src/schema/chat';
import type { Run } from '@/src/schema/run';
import { rowsWith } from '@/src/schema/values/setting-row';
import { CHAT_SETTINGS, type ChatSettingsPatch } from '@/src/schema/values/settings';
import { t } from '@/src/texts/i18n';
import { ModelCheckSection } from '../model-check/model-check-section';
import { ModelForm } from './model-form';
import { NextRequestField } from './next-request-field';
import { PagePartsField } from './page-parts-field';
import { SavingFields } from './saving-fields';
import { useChatSettings } from './use-applied-settings';
import './chat-settings.css';
import { EnteredField } from '@/src/panel/kit/fields/entered-field';
import { enteredFrom, readEntered } from '@/src/panel/kit/fields/entered-values';
import { SaveRow } from '@/src/panel/kit/fields/save-row';
import { useSavedForm } from '@/src/panel/kit/fields/use-saved-form';
import type { ChatSettings } from '@/src/schema/chat-settings';

const TOKEN_LIMITS = rowsWith(CHAT_SETTINGS, { form: 'tokens' });

interface ChatSettingsSheetProps {
  chat: Chat;
  /** The chat's newest run; null before the first. */
  run: Run | null;
  /** Size of the context window that the endpoint reported; null if it reported none. */
  endpointSizeTokens: number | null;
  /** The fold that is open at first; null for none. */
  unfolded: 'instructions' | 'model' | 'limits' | 'expert' | null;
  onOpenCosts(): void;
  onClose(): void;
}

/** A page that the sheet shows instead of its folds. Loaded on demand, which keeps the sheet's chunk small. */
interface Page {
  title: string;
  Content: ComponentType<{ chat: Chat }>;
}

const loadInspector = async (): Promise<Page> => ({
  title: t('chatSettings.sheet.requests'),
  Content: (await import('./request-inspector')).RequestInspector,
});
const loadPromptEditor = async (): Promise<Page> => ({
  title: t('chatSettings.sheet.systemPrompt'),
  Content: (await import('../prompt/prompt-editor')).PromptEditor,
});

/** The settings of one chat in folds, with buttons that open the editor of its system prompt and its last requests. */
export function ChatSettingsSheet(props: ChatSettingsSheetProps) {
  const { chat, run, unfolded, onClose } = props;
  const { perform } = useCommands();
  const [page, setPage] = useState<Page | null>(null);
  /** The button that opened the page. It takes the focus when Back closes the page. */
  const opener = useRef<HTMLElement>(null);
  const open = (load: () => Promise<Page>, { currentTarget }: MouseEvent<HTMLElement>) => {
    opener.current = currentTarget;
    return perform(async () => setPage(await load()));
  };
  const store = (patch: ChatSettingsPatch) => sendCommand({ type: 'set-settings', chatId: chat.id, patch });
  return (
    <SheetFrame title={page === null ? t('chatSettings.sheet.title') : page.title} onClose={onClose}>
      <div className="sheet-body chat-settings">
        <CommandErrorCard />
        {/* Hidden, not removed: what the user typed and unfolded has to stay. */}
        <div className="folds" hidden={page !== null}>
          <Fold
            title="chatSettings.fold.instructions"
            hint="chatSettings.fold.instructionsHint"
            isOpen={unfolded === 'instructions'}
          >
            {/* Without a page there is no adapter, so there is no prompt to edit yet. */}
            {chat.binding !== null && (
              <div className="button-row">
                <TextButton
                  text="chatSettings.sheet.editPrompt"
                  onClick={(event) => open(loadPromptEditor, event)}
                />
              </div>
            )}
            {chat.binding !== null && <PagePartsField chat={{ ...chat, binding: chat.binding }} />}
            <AppliedFields form="conversation" chat={chat} />
          </Fold>
          <Fold
            title="chatSettings.fold.model"
            hint="chatSettings.fold.modelHint"
            isOpen={unfolded === 'model'}
          >
            <ModelForm settings={chat.settings} onSave={store} />
            <CheckOfModel chat={chat} />
          </Fold>
          <Fold
            title="chatSettings.fold.limits"
            hint="chatSettings.fold.limitsHint"
            isOpen={unfolded === 'limits'}
          >
            <AppliedFields form="limits" chat={chat} />
            <TokenLimitsForm
              settings={chat.settings}
              endpointSizeTokens={props.endpointSizeTokens}
              onSave={store}
            >
              <TextButton text="chatSettings.sheet.showCosts" onClick={props.onOpenCosts} />
            </TokenLimitsForm>
          </Fold>
          <Fold
            title="chatSettings.fold.expert"
            hint="chatSettings.fold.expertHint"
            isOpen={unfolded === 'expert'}
          >
            <SavingFields chat={chat} />
            <AppliedFields form="expert" chat={chat} />
            <NextRequestField chat={chat} run={run} />
            <div className="button-row">
              <TextButton
                text="chatSettings.sheet.showRequests"
                onClick={(event) => open(loadInspector, event)}
              />
            </div>
          </Fold>
        </div>
        {page !== null && (
          <>
            <div className="button-row">
              <TextButton
                icon={ChevronLeft}
                text="common.back"
                className="quiet"
                // The focused button that opened this page is hidden now.
                autoFocus
                onClick={() => {
                  flushSync(() => setPage(null));
                  opener.current?.focus();
                }}
              />
            </div>
            <page.Content chat={chat} />
          </>
        )}
      </div>
    </SheetFrame>
  );
}

/** The check of the chat's model; nothing while none is chosen. */
function CheckOfModel({ chat }: { chat: Chat }) {
  const { connectionId, model } = chat.settings;
  if (connectionId === null || model === null) return null;
  return <ModelCheckSection chatId={chat.id} connectionId={connectionId} model={model} />;
}

/** Settings that need no special field, by their place in the sheet. */
const ROWS = {
  conversation: rowsWith(CHAT_SETTINGS, { form: 'conversation' }),
  limits: rowsWith(CHAT_SETTINGS, { form: 'limits' }),
  expert: rowsWith(CHAT_SETTINGS, { form: 'expert' }),
};

/** A field for each setting of a form. Changes apply at once. */
function AppliedFields({ form, chat }: { form: keyof typeof ROWS; chat: Chat }) {
  const { shown, change } = useChatSettings(chat);
  const { chatSettings } = useLimits();
  return <SettingFields rows={ROWS[form]} values={shown} managed={chatSettings} onChange={change} />;
}

type TokenLimits = Pick<ChatSettings, keyof typeof TOKEN_LIMITS>;

interface TokenLimitsFormProps {
  settings: TokenLimits;
  /** Size of the window that the endpoint reported; null if it reported none. */
  endpointSizeTokens: number | null;
  /** Rejects if saving failed. */
  onSave(limits: TokenLimits): Promise<unknown>;
  children: ReactNode;
}

/** The size of the chat's context window, and its token budget. */
export function TokenLimitsForm({ settings, endpointSizeTokens, onSave, children }: TokenLimitsFormProps) {
  const form = useSavedForm({
    stored: enteredFrom(TOKEN_LIMITS, settings),
    read: (fields) => readEntered(TOKEN_LIMITS, fields),
    store: onSave,
  });
  const field = (name: keyof TokenLimits) => ({
    row: TOKEN_LIMITS[name],
    value: form.fields[name],
    problems: form.problemsOf(name),
    onChange: (value: string) => form.change({ [name]: value }),
  });
  return (
    <form className="token-limits" onSubmit={form.onSubmit} noValidate>
      <EnteredField {...field('contextWindowTokens')} {...windowTexts(endpointSizeTokens)} />
      <EnteredField
        {...field('tokenBudget')}
        note={t('costs.limits.budgetHint')}
        emptyText={t('costs.limits.noLimit')}
      />
      <SaveRow form={form} label="costs.limits.save" savedText="common.saved">
        {children}
      </SaveRow>
    </form>
  );
}

/** Note and placeholder of the window's size. If the field is empty, the size that the endpoint reported applies, if any. */
function windowTexts(endpointSizeTokens: number | null): { note: string; emptyText: string } {
  if (endpointSizeTokens === null) {
    return { note: t('costs.limits.windowHintUnknown'), emptyText: t('costs.limits.unknown') };
  }
  return {
    note: t('costs.limits.windowHint', { count: endpointSizeTokens }),
    emptyText: t('counts.tokens', { count: endpointSizeTokens }),
  };
}
