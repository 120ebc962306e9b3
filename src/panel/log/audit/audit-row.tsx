import { Check, CircleSlash, CircleX, type LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { canonicalJson } from '@/src/core/hash';
import { EntryData, EntryRow } from '@/src/panel/data/entry-row';
import { useQuery } from '@/src/panel/data/stored-data';
import { useToolWords } from '@/src/panel/data/tool-words';
import { KeptFold } from '@/src/panel/kit/fields/kept-fold';
import { CallInWords } from '@/src/panel/kit/text/call-in-words';
import { callLine, parseArguments, prettyArguments } from '@/src/panel/kit/text/call-line';
import { ForeignCode, ForeignText } from '@/src/panel/kit/text/foreign-text';
import { formatMoment } from '@/src/panel/kit/text/format-time';
import { SaidWords } from '@/src/panel/kit/text/said-words';
import type { AuditEntry } from '@/src/schema/audit';
import { say, type TextKey } from '@/src/schema/values/said';
import { t } from '@/src/texts/i18n';
import { ACTION_LABELS, type AuditOutcome, decisionText, outcomeOf, requestedBy } from './audit-text';
import './audit.css';

const ICONS: Readonly<Record<AuditOutcome, { icon: LucideIcon; tone: 'succeeded' | 'failed' | 'plain' }>> = {
  succeeded: { icon: Check, tone: 'succeeded' },
  failed: { icon: CircleX, tone: 'failed' },
  notRun: { icon: CircleSlash, tone: 'plain' },
};

interface AuditRowProps {
  entry: AuditEntry;
  /** The chat that the panel shows; null if there is none. */
  chatId: string | null;
}

/** One entry of an audit: action, time, requester, decision and outcome. */
export function AuditRow({ entry, chatId }: AuditRowProps) {
  const { action, subject, proposed, atMs, note } = entry;
  const outcome = outcomeOf(entry);
  return (
    <EntryRow
      {...ICONS[outcome]}
      title={
        <span className="audit-subject">
          {action === 'call' ? (
            <Call name={subject} argumentsText={proposed} />
          ) : (
            <>
              {t(ACTION_LABELS[action])} ·{' '}
              <span lang="en">
                <ForeignText text={subject} />
              </span>
            </>
          )}
        </span>
      }
      atMs={atMs}
      facts={requestedBy(entry, chatId)}
      details={() => <AuditDetails entry={entry} />}
    >
      <span className="meta">
        {decisionText(entry)} · {t(`audit.outcome.${outcome}`)}
      </span>
      {note !== '' && (
        <span className="audit-note">
          <SaidWords said={say('audit.row.note', { note })} />
        </span>
      )}
    </EntryRow>
  );
}

/** A call in the words of its tool, or its name and arguments if the shown chat doesn't have the tool. */
function Call({ name, argumentsText }: { name: string; argumentsText: string }) {
  const { line } = useToolWords(name);
  const args = parseArguments(argumentsText);
  return <CallInWords words={args && line(args)} name={callLine(name, argumentsText)} />;
}

/**
 * Details of an entry: who requested it. Folded: the data to verify it (arguments, hashes of the page before and after,
 * and of the entry).
 */
function AuditDetails({ entry }: { entry: AuditEntry }) {
  const {
    action,
    proposed,
    ran,
    savedBefore,
    stateHashBefore,
    stateHashAfter,
    sequence,
    hash,
    previousHash,
    errorCode,
  } = entry;
  return (
    <>
      <dl>
        <Fact name="audit.action.label">{t(ACTION_LABELS[action])}</Fact>
        {errorCode !== null && <Code name="audit.details.errorCode" value={errorCode} />}
        <Source entry={entry} />
      </dl>
      <KeptFold fold="technical-details" summary={t('checkpoints.preview.technicalDetails')}>
        {isSame(proposed, ran) ? (
          <Block title="audit.details.ranAsProposed">{prettyArguments(proposed)}</Block>
        ) : (
          <>
            <Block title={action === 'policy' ? 'audit.details.newSettings' : 'audit.details.proposed'}>
              {prettyArguments(proposed)}
            </Block>
            {ran !== null && <Block title="audit.details.ranInstead">{prettyArguments(ran)}</Block>}
          </>
        )}
        {savedBefore !== null && (
          <Block title="audit.details.savedBefore">{prettyArguments(savedBefore) || savedBefore}</Block>
        )}
        <dl>
          <Code name="audit.details.pageBefore" value={stateHashBefore} />
          {stateHashAfter !== null && stateHashAfter === stateHashBefore ? (
            <Fact name="audit.details.pageAfter">{t('audit.details.unchangedPage')}</Fact>
          ) : (
            <Code name="audit.details.pageAfter" value={stateHashAfter} />
          )}
          <Fact name="audit.details.entry">{sequence}</Fact>
          <Code name="audit.details.hash" value={hash} />
          <Code name="audit.details.previousHash" value={previousHash} />
        </dl>
      </KeptFold>
    </>
  );
}

/** The chat and message that requested the change. */
function Source({ entry: { chatId, messageId } }: { entry: AuditEntry }) {
  const source = useQuery(({ audits }) => audits.source(chatId, messageId), [chatId, messageId]);
  if (source === undefined) return null;
  const { chatTitle, messageAtMs } = source;
  return (
    <>
      <Fact name="audit.details.chat">
        {chatTitle === null ? (
          t('audit.details.missingChat')
        ) : (
          <SaidWords said={say('audit.details.chatTitle', { title: chatTitle })} />
        )}
      </Fact>
      {messageAtMs !== null && <Fact name="audit.details.requestedIn">{formatMoment(messageAtMs)}</Fact>}
    </>
  );
}

function Block({ title, children }: { title: TextKey; children: string }) {
  if (children === '') return null;
  return (
    <div>
      <h4 className="meta">{t(title)}</h4>
      <EntryData text={children} />
    </div>
  );
}

function Fact({ name, children }: { name: TextKey; children: ReactNode }) {
  return (
    <div>
      <dt className="meta">{t(name)}</dt>
      <dd>{children}</dd>
    </div>
  );
}

function Code({ name, value }: { name: TextKey; value: string | null }) {
  return <Fact name={name}>{value === null ? '–' : <ForeignCode text={value} />}</Fact>;
}

/** Compares canonical JSON, since `ran` is stored in canonical form and `proposed` as the model wrote it. */
function isSame(proposed: string, ran: string | null): boolean {
  if (ran === null) return false;
  return proposed === ran || canonicalText(proposed) === canonicalText(ran);
}

function canonicalText(text: string): string {
  const args = parseArguments(text);
  return args === null ? text : canonicalJson(args);
}
