import { useEffect, useRef, useState } from 'react';
import { changeCount } from '@/src/core/checkpoints/can-undo';
import { toErrorInfo } from '@/src/core/errors';
import { useShownView } from '@/src/panel/data/shown-chat';
import { useQuery } from '@/src/panel/data/stored-data';
import { CommandErrorCard } from '@/src/panel/kit/errors/command-error-card';
import { CommandErrors } from '@/src/panel/kit/errors/command-errors';
import { DismissibleError } from '@/src/panel/kit/errors/dismissible-error';
import { passesFocusOn } from '@/src/panel/kit/focus';
import { ForeignText } from '@/src/panel/kit/text/foreign-text';
import { SecondarySaid, SecondaryText } from '@/src/panel/kit/text/paragraph';
import { TextButton } from '@/src/panel/kit/text-button';
import type { SiteChange } from '@/src/store/queries';
import { ReversalButton, textsOf } from './inline-reversal';
import { ReversalPreviewView } from './reversal-preview-view';
import { reversalSummary } from './reversal-summary';
import { nothingToUndo } from './undo-last';
import { type Reversal, useReversal } from './use-reversal';
import { useReversalPreview } from './use-reversal-preview';
import './reversal-card.css';

interface SitesUndoProps {
  /** The changes of one answer that can be undone, by site in the chat's order. */
  changes: readonly SiteChange[];
}

/** Undo of an answer of a chat about several sites: a button that opens the previews of all sites. */
export function SitesUndo({ changes }: SitesUndoProps) {
  const button = buttonOf(changes);
  return (
    <CommandErrors>
      <ReversalButton button={button}>
        {(onCancel) => <OpenSitesUndo changes={changes} {...textsOf(button)} onCancel={onCancel} />}
      </ReversalButton>
    </CommandErrors>
  );
}

function buttonOf(changes: readonly SiteChange[]) {
  const total = changes.reduce((sum, { checkpoint }) => sum + changeCount(checkpoint), 0);
  return { kind: 'undo', changes: total } as const;
}

/** Undo of the last answer of the shown chat, which is about several sites. Calls `onClose` once nothing is left to undo, too. */
export function SitesUndoCard({ onClose }: { onClose(): void }) {
  const { id } = useShownView().chat;
  const found = useQuery(({ siteChanges }) => siteChanges(id), [id]);
  const chosen = useRef<string>(undefined);
  // Chosen once: the undo changes the list while the card is still open.
  chosen.current ??= found?.[0]?.[0]?.messageId;
  const changes = found?.find(([change]) => change?.messageId === chosen.current);
  const isDone = chosen.current !== undefined && changes === undefined;
  useEffect(() => {
    if (isDone) onClose();
  }, [isDone, onClose]);
  if (changes !== undefined)
    return <OpenSitesUndo changes={changes} {...textsOf(buttonOf(changes))} onCancel={onClose} />;
  return (
    found !== undefined &&
    !isDone && <DismissibleError error={toErrorInfo(nothingToUndo())} onDismiss={onClose} />
  );
}

/**
 * The previews, those of the newest change first. The sites are undone in this order, the last one first. What was undone leaves the list;
 * what could not be undone stays in it, with the reason.
 */
function OpenSitesUndo({
  changes,
  name,
  confirm,
  onCancel,
}: SitesUndoProps & { name: string; confirm: string; onCancel(): void }) {
  const reversals = useRef(new Map<string, Reversal>());
  const [isActing, setIsActing] = useState(false);
  const [failed, setFailed] = useState<readonly string[]>([]);
  const newestFirst = changes.toReversed();
  const undo = async () => {
    if (isActing) return;
    setIsActing(true);
    const refused: string[] = [];
    for (const { chatId } of newestFirst) {
      if ((await reversals.current.get(chatId)?.act()) !== true) refused.push(chatId);
    }
    setFailed(refused);
    setIsActing(false);
  };
  return (
    <section ref={passesFocusOn} className="reversal-card card" aria-label={name}>
      {newestFirst.map((change) => (
        <CommandErrors key={change.chatId}>
          <SiteUndo
            change={change}
            hasFailed={failed.includes(change.chatId)}
            onReversal={(reversal) => void reversals.current.set(change.chatId, reversal)}
          />
        </CommandErrors>
      ))}
      <div className="button-row">
        <button type="button" className="primary" aria-disabled={isActing} onClick={undo}>
          {confirm}
        </button>
        {/* The button that opened the previews had the focus, and is gone. */}
        <TextButton
          autoFocus
          text="common.cancel"
          aria-disabled={isActing}
          onClick={() => isActing || onCancel()}
        />
      </div>
    </section>
  );
}

interface SiteUndoProps {
  change: SiteChange;
  hasFailed: boolean;
  /** Called after each rendering. */
  onReversal(reversal: Reversal): void;
}

function SiteUndo({ change: { name, chatId, checkpoint }, hasFailed, onReversal }: SiteUndoProps) {
  const target = { kind: 'undo', checkpointId: checkpoint.id } as const;
  const source = useReversalPreview(chatId, target, { delayMs: 0, occasion: null });
  const reversal = useReversal(chatId, target, source, { onReversed: () => undefined });
  const { preview, choice } = reversal;
  useEffect(() => {
    onReversal(reversal);
  });
  return (
    <article aria-label={name}>
      <strong>
        <ForeignText text={name} />
      </strong>
      <div role="status">{hasFailed && <SecondaryText text="checkpoints.undo.notUndone" />}</div>
      <CommandErrorCard />
      <ReversalPreviewView reversal={reversal} onRetry={reversal.retry} />
      {preview !== null && <SecondarySaid said={reversalSummary(preview, choice)} />}
    </article>
  );
}
