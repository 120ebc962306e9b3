import { Check, CircleSlash, CircleX, type LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { canonicalJson } from '@/src/core/hash';
import { useQuery } from '@/src/panel/data/stored-data';
import { callLine, parseArguments, prettyArguments } from '@/src/panel/kit/text/call-line';
import { ForeignCode, ForeignText } from '@/src/panel/kit/text/foreign-text';
import { formatMoment } from '@/src/panel/kit/text/format-time';
import { TextWithElements } from '@/src/panel/kit/text/text-with-elements';
import type { AuditEntry } from '@/src/schema/audit';
import { i18n } from '@/src/texts/i18n';
import { EntryData, EntryRow } from '../entry-row';
import {
  ACTION_LABELS,
  type AuditOutcome,
  decisionText,
  OUTCOME_LABELS,
  outcomeOf,
  requestedBy,
} from './audit-text';

const ICONS: Readonly<Record<AuditOutcome, { icon: LucideIcon; tone: 'succeeded' | 'failed' | 'plain' }>> = {
  succeeded: { icon: Check, tone: 'succeeded' },
  failed: { icon: CircleX, tone: 'failed' },
  'not-run': { icon: CircleSlash, tone: 'plain' },
};

interface AuditRowProps {
  entry: AuditEntry;
  /** The chat that the panel shows; null if there is none. */
  chatId: string | null;
}

/** One entry of an audit: action, time, requester, decision and outcome. */
export function AuditRow({ entry, chatId }: AuditRowProps) {
  const { action, subject, proposed, atMs, errorCode, note } = entry;
  const outcome = outcomeOf(entry);
  return (
    <EntryRow
      {...ICONS[outcome]}
      title={
        <ForeignCode
          className="audit-subject"
          text={action === 'call' ? callLine(subject, proposed) : subject}
        />
      }
      atMs={atMs}
      facts={requestedBy(entry, chatId)}
      details={() => <AuditDetails entry={entry} />}
    >
      <span className="meta">
        {decisionText(entry)} · {i18n.t(OUTCOME_LABELS[outcome])}
        {errorCode !== null && (
          <>
            {' '}
            · <ForeignCode text={errorCode} />
          </>
        )}
      </span>
      {note !== '' && (
        <span className="audit-note">
          <TextWithElements text="audit.row.note" elements={{ note: <ForeignText text={note} /> }} />
        </span>
      )}
    </EntryRow>
  );
}

/** Details of an entry: arguments, requester, state of the page before and after, and hashes. */
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
  } = entry;
  return (
    <>
      {isSame(proposed, ran) ? (
        <Block title={i18n.t('audit.details.ranAsProposed')}>{prettyArguments(proposed)}</Block>
      ) : (
        <>
          <Block title={i18n.t(action === 'policy' ? 'audit.details.newSettings' : 'audit.details.proposed')}>
            {prettyArguments(proposed)}
          </Block>
          {ran !== null && <Block title={i18n.t('audit.details.ranInstead')}>{prettyArguments(ran)}</Block>}
        </>
      )}
      {savedBefore !== null && (
        <Block title={i18n.t('audit.details.savedBefore')}>
          {prettyArguments(savedBefore) || savedBefore}
        </Block>
      )}
      <dl>
        <Fact name={i18n.t('audit.action.label')}>{i18n.t(ACTION_LABELS[action])}</Fact>
        <Source entry={entry} />
        <Hash name={i18n.t('audit.details.pageBefore')} value={stateHashBefore} />
        {stateHashAfter !== null && stateHashAfter === stateHashBefore ? (
          <Fact name={i18n.t('audit.details.pageAfter')}>{i18n.t('audit.details.unchangedPage')}</Fact>
        ) : (
          <Hash name={i18n.t('audit.details.pageAfter')} value={stateHashAfter} />
        )}
        <Fact name={i18n.t('audit.details.entry')}>{sequence}</Fact>
        <Hash name={i18n.t('audit.details.hash')} value={hash} />
        <Hash name={i18n.t('audit.details.previousHash')} value={previousHash} />
      </dl>
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
      <Fact name={i18n.t('audit.details.chat')}>
        {chatTitle === null ? (
          i18n.t('audit.details.missingChat')
        ) : (
          <ForeignText text={i18n.t('audit.details.chatTitle', { title: chatTitle })} />
        )}
      </Fact>
      {messageAtMs !== null && (
        <Fact name={i18n.t('audit.details.requestedIn')}>{formatMoment(messageAtMs)}</Fact>
      )}
    </>
  );
}

function Block({ title, children }: { title: string; children: string }) {
  if (children === '') return null;
  return (
    <div>
      <h4 className="meta">{title}</h4>
      <EntryData text={children} />
    </div>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt className="meta">{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

function Hash({ name, value }: { name: string; value: string | null }) {
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
