import { useState } from 'react';
import type { SiteComparison } from '@/src/core/adapter/compare-states';
import type { PreviewedReversal } from '@/src/messages/reversal-commands';
import { sendCommand } from '@/src/panel/data/send-command';
import { useQuery } from '@/src/panel/data/stored-data';
import { DifferenceList, KIND_SIGNS } from '@/src/panel/kit/differences/difference-list';
import { useCommands } from '@/src/panel/kit/errors/command-errors';
import { ErrorCard } from '@/src/panel/kit/errors/error-card';
import { Sheet } from '@/src/panel/kit/sheet';
import { CopyButton } from '@/src/panel/kit/text/copy-button';
import { formatDayAndTime } from '@/src/panel/kit/text/format-time';
import { SecondarySaid, SecondaryText } from '@/src/panel/kit/text/paragraph';
import { TextButton } from '@/src/panel/kit/text-button';
import { useDebouncedRequest } from '@/src/panel/kit/use-debounced-request';
import type { Target } from '@/src/schema/chat';
import { say } from '@/src/schema/values/said';
import { t, wordsOf } from '@/src/texts/i18n';
import { OpenReversal } from '../reversals/inline-reversal';
import './compare.css';

interface CompareSheetProps {
  /** The chat about several sites. */
  chatId: string;
  sites: readonly Target[];
  onClose(): void;
}

/** The newest checkpoints of a site that it can be compared with. */
const MAX_CHECKPOINTS = 20;

/** Compares two sites of a chat, or one with a checkpoint of it. Can make the second like the first. */
export function CompareSheet({ chatId, sites, onClose }: CompareSheetProps) {
  const [[from = '', to = ''], choose] = useState(() => sites.map(({ name }) => name));
  const [target, setTarget] = useState<PreviewedReversal | null>(null);
  const idOf = (site: string) => sites.find(({ name }) => name === site)?.chatId ?? ''; // Both are in the list.
  const entries = useQuery(({ checkpointsOf }) => checkpointsOf(idOf(to)), [to])?.entries ?? []; // Not read yet.
  const [newest] = entries;
  const subject = target === null ? JSON.stringify([from, to]) : null;
  const { response, forget } = useDebouncedRequest(subject, 0, () =>
    sendCommand({ type: 'compare-sites', chatId, from, to }),
  );
  const answer = response?.subject === subject ? response : null;
  const { dismiss } = useCommands();
  const close = () => {
    dismiss();
    forget();
    setTarget(null);
  };
  const rollBack = (checkpointId: string) => setTarget({ kind: 'rollback', checkpointId });
  const select = (label: 'from' | 'to', value: string, onChoose: (name: string) => void) => (
    <label>
      <span className="secondary">{t(`sites.compare.${label}`)}</span>
      <select value={value} disabled={target !== null} onChange={(event) => onChoose(event.target.value)}>
        {sites.map(({ name }) => (
          <option key={name}>{name}</option>
        ))}
        {label === 'from' && entries.length > 0 && (
          <optgroup label={t('sites.compare.checkpoints', { site: to })}>
            {entries.slice(0, MAX_CHECKPOINTS).map(({ id, createdAtMs }) => (
              <option key={id} value={id}>
                {formatDayAndTime(createdAtMs)}
              </option>
            ))}
          </optgroup>
        )}
      </select>
    </label>
  );
  const chooseFrom = (value: string) => {
    // A rollback's preview is the comparison of a site with its checkpoint.
    if (entries.some(({ id }) => id === value)) rollBack(value);
    else choose([value, to]);
  };
  return (
    <Sheet title="menu.compare" onClose={onClose}>
      <div className="compared-sites">
        {select('from', from, chooseFrom)}
        {select('to', to, (name) => choose([from, name]))}
      </div>
      {target !== null && (
        <OpenReversal
          chatId={idOf(to)}
          target={target}
          name={to}
          otherSite={to}
          confirm={t(target.kind === 'rollback' ? 'checkpoints.sheet.rollBack' : 'sites.compare.confirm')}
          onReversed={close}
          onCancel={close}
        />
      )}
      {subject !== null && answer === null && <SecondaryText text="sites.compare.loading" />}
      {answer?.ok === false && <ErrorCard error={answer.error} />}
      {answer?.ok === true && <Differences {...answer.output} />}
      {subject !== null && (
        <div className="button-row">
          {answer?.ok === true && answer.output.canMakeAlike && answer.output.total > 0 && (
            <TextButton
              text="sites.compare.makeAlike"
              onClick={() => setTarget({ kind: 'make-alike', fromChatId: idOf(from) })}
            />
          )}
          {newest?.reason === 'before-make-alike' && (
            <button type="button" onClick={() => rollBack(newest.id)}>
              {t('checkpoints.undo.label', { count: 1 })}
            </button>
          )}
        </div>
      )}
    </Sheet>
  );
}

function Differences({ differences, total }: SiteComparison) {
  if (total === 0) return <SecondaryText text="sites.compare.same" />;
  const rest = total - differences.length;
  return (
    <>
      <SecondaryText text="sites.compare.onlyDifferences" />
      <DifferenceList differences={differences} />
      {rest > 0 && <SecondarySaid said={say('said.list.more', { count: rest })} />}
      <CopyButton
        what="differences"
        text={() =>
          differences.map(({ kind, text }) => [KIND_SIGNS[kind], wordsOf(text)].join(' ')).join('\n')
        }
      />
    </>
  );
}
