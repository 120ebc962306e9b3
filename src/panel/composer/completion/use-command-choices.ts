import { Bookmark, ListChecks, Repeat, Save, Undo2 } from 'lucide-react';
import { canUndo } from '@/src/core/checkpoints/can-undo';
import { hasEnded } from '@/src/core/records/transition';
import { useSendInChat, useShownChat } from '@/src/panel/data/shown-chat';
import { useQuery } from '@/src/panel/data/stored-data';
import type { SavedPrompt } from '@/src/schema/saved-prompt';
import { t } from '@/src/texts/i18n';
import type { Choice, Choices } from './choice';

interface CommandActs {
  /** Replaces the whole text of the message field, so that the user can undo it. */
  replaceText(text: string): void;
  /** Empties the message field, as for a message that was sent. */
  clear(): void;
  onUndo(): void;
  onEdit(prompt: SavedPrompt): void;
}

/**
 * The saved prompts, the recipes for this kind of page and the commands that match the text after a slash. Null if none matches, and
 * without a slash.
 */
export function useCommandChoices(query: string | null, acts: CommandActs): Choices | null {
  const adapterId = useShownChat().view?.chat.binding?.adapterId;
  const all = useQuery((queries) => queries.savedPrompts(), []) ?? [];
  const prompts = all.filter(({ recipe }) => recipe === undefined || recipe.adapterId === adapterId);
  const commands = useVerbs(acts);
  if (query === null) return null;
  const saved = wordMatches(
    prompts.map((prompt) => promptChoice(prompt, acts)),
    query,
  );
  const found = wordMatches(commands, query);
  const typed = query.trim().toLowerCase();
  // A stored prompt must not take a command's place, whatever it is called.
  const named = found.filter(
    ({ id }) =>
      id === typed ||
      (id.startsWith(typed) && saved.some(({ words }) => id.startsWith(words.trim().toLowerCase()))),
  );
  const choices = [...new Set([...named, ...saved, ...found])];
  if (choices.length === 0) return null;
  return {
    label: t('composer.commands.label'),
    choices,
    note: noteOf(prompts.length, saved.length),
  };
}

function promptChoice(prompt: SavedPrompt, { replaceText, clear, onEdit }: CommandActs): Choice {
  const { recipe } = prompt;
  return {
    id: `prompt ${prompt.name}`,
    words: prompt.name,
    note: recipe ? t('recipes.note', { count: recipe.calls.length }) : prompt.text.replace(/\s+/g, ' '),
    icon: recipe ? Repeat : Bookmark,
    isEnabled: true,
    onChoose() {
      if (recipe === undefined) return replaceText(prompt.text);
      clear();
      onEdit(prompt);
    },
    onEdit: () => onEdit(prompt),
  };
}

function noteOf(stored: number, listed: number): string | null {
  if (stored === 0) return t('composer.commands.howToSave');
  return listed === 0 ? null : t('composer.commands.howToEdit');
}

/** The commands for the shown chat's page; those that can do nothing now are dimmed. */
function useVerbs({ clear, onUndo }: CommandActs): Choice[] {
  const { view, page, checkpoints } = useShownChat();
  const sendInChat = useSendInChat();
  const isIdle = view !== null && (view.run === null || hasEnded(view.run.status));
  const settings = view?.chat.settings ?? null;
  const isPlanned = settings?.planMode === true;
  /** The typed command leaves the field before it is carried out. */
  const carryOut = (act: () => unknown) => () => {
    clear();
    void act();
  };
  return [
    {
      id: 'undo',
      words: t('composer.commands.undo'),
      note: t('composer.commands.undoNote'),
      icon: Undo2,
      isEnabled:
        isIdle &&
        // The sites’ chats are read only when the user wants it.
        (view?.chat.targets !== undefined ||
          checkpoints?.entries.some((entry) => canUndo(entry, view?.landmarks.rollbacks ?? [])) === true),
      onChoose: carryOut(onUndo),
    },
    {
      id: 'save',
      words: t('composer.commands.save'),
      note: t('composer.commands.saveNote'),
      icon: Save,
      isEnabled: isIdle && !view?.chat.targets && page?.state === 'connected' && page.line.unsaved,
      onChoose: carryOut(() => sendInChat({ type: 'save-page' })),
    },
    {
      id: 'plan',
      words: t(isPlanned ? 'composer.commands.planOff' : 'composer.commands.plan'),
      note: t(isPlanned ? 'composer.commands.planOffNote' : 'composer.commands.planNote'),
      icon: ListChecks,
      isEnabled: settings !== null && settings.approvalPolicy !== 'read-only',
      onChoose: carryOut(
        () =>
          settings !== null &&
          sendInChat({ type: 'set-policy', approvalPolicy: null, planMode: !isPlanned, permissions: {} }),
      ),
    },
  ];
}

/** The entries in which each typed word begins a word, in any order and case: "/hide prev" finds "Hide all previews". */
export function wordMatches<Entry extends { words: string }>(
  entries: readonly Entry[],
  query: string,
): readonly Entry[] {
  const typed = wordsOf(query);
  return entries.filter(({ words }) => {
    const own = wordsOf(words);
    return typed.every((word) => own.some((candidate) => candidate.startsWith(word)));
  });
}

function wordsOf(text: string): string[] {
  return text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
}
