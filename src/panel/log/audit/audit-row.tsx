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
  /** True if the chat that the panel shows, or one of its members, requested the change. */
  isHere: boolean;
}

/** One entry of an audit: action, time, requester, decision and outcome. */
export function AuditRow({ entry, isHere }: AuditRowProps) {
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
      facts={requestedBy(entry, isHere)}
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

/** A call in the words of its tool; by name and arguments if the shown chat doesn't have the tool. */
function Call({ name, argumentsText }: { name: string; argumentsText: string }) {
  const { line } = useToolWords(name);
  const args = parseArguments(argumentsText);
  return <CallInWords words={args && line(args)} name={callLine(name, argumentsText)} />;
}

/**
 * Details of an entry: its action and the chat that requested it. Folded: the data for verification, which are arguments, and the hashes of
 * the entry and of the page before and after.
 */
function AuditDetails({ entry }: { entry: AuditEntry }) {
  const { action, proposed, ran, savedBefore, stateHashBefore, stateHashAfter, errorCode } = entry;
  const { chatId, messageId } = entry;
  const source = useQuery(({ audits }) => audits.source(chatId, messageId), [chatId, messageId]);
  const ranAsProposed = isSame(proposed, ran);
  const proposedTitle = action === 'policy' ? 'audit.details.newSettings' : 'audit.details.proposed';
  const isUnchanged = stateHashAfter !== null && stateHashAfter === stateHashBefore;
  return (
    <>
      <Facts
        facts={[
          ['audit.action.label', t(ACTION_LABELS[action])],
          ['audit.details.errorCode', errorCode && code(errorCode)],
          ['audit.details.chat', source && chatWords(source.chatTitle)],
          ['audit.details.requestedIn', source?.messageAtMs != null && formatMoment(source.messageAtMs)],
        ]}
      />
      <KeptFold fold="technical-details" summary={t('checkpoints.preview.technicalDetails')}>
        <Block title={ranAsProposed ? 'audit.details.ranAsProposed' : proposedTitle}>
          {prettyArguments(proposed)}
        </Block>
        <Block title="audit.details.ranInstead">{ranAsProposed ? '' : prettyArguments(ran ?? '')}</Block>
        <Block title="audit.details.savedBefore">
          {prettyArguments(savedBefore ?? '') || (savedBefore ?? '')}
        </Block>
        <Facts
          facts={[
            ['audit.details.pageBefore', code(stateHashBefore)],
            [
              'audit.details.pageAfter',
              isUnchanged ? t('audit.details.unchangedPage') : code(stateHashAfter),
            ],
            ['audit.details.entry', entry.sequence],
            ['audit.details.hash', code(entry.hash)],
            ['audit.details.previousHash', code(entry.previousHash)],
          ]}
        />
      </KeptFold>
    </>
  );
}

function chatWords(title: string | null): ReactNode {
  if (title === null) return t('audit.details.missingChat');
  return <SaidWords said={say('audit.details.chatTitle', { title })} />;
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

/** A list of named values. A value that is false, null or undefined is left out, together with its name. */
function Facts({ facts }: { facts: readonly (readonly [name: TextKey, value: ReactNode])[] }) {
  return (
    <dl>
      {facts.map(
        ([name, value]) =>
          value != null &&
          value !== false && (
            <div key={name}>
              <dt className="meta">{t(name)}</dt>
              <dd>{value}</dd>
            </div>
          ),
      )}
    </dl>
  );
}

const code = (value: string | null) => (value === null ? '–' : <ForeignCode text={value} />);

/** Compares as canonical JSON: `ran` is stored in that form, `proposed` as the model wrote it. */
function isSame(proposed: string, ran: string | null): boolean {
  if (ran === null) return false;
  return proposed === ran || canonicalText(proposed) === canonicalText(ran);
}

function canonicalText(text: string): string {
  const args = parseArguments(text);
  return args === null ? text : canonicalJson(args);
}
