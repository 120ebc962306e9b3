import { type RefObject, useState } from 'react';
import { mayAllow } from '@/src/core/policy/may-allow';
import { SEND_MESSAGE } from '@/src/core/records/chat-message';
import { spellOut } from '@/src/core/text/foreign-text';
import { sentName } from '@/src/core/tools/page-tool-names';
import { PageNamesProvider } from '@/src/panel/data/page-names-provider';
import { useShownChat } from '@/src/panel/data/shown-chat';
import { ManagedFields, useLimits } from '@/src/panel/kit/fields/managed-fields';
import { CheckBox } from '@/src/panel/kit/fields/switch-field';
import { SaidWords } from '@/src/panel/kit/text/said-words';
import { Sentence } from '@/src/panel/kit/text/sentence';
import { TextWithElements } from '@/src/panel/kit/text/text-with-elements';
import type { Approval } from '@/src/schema/approval';
import type { PageTool } from '@/src/schema/page-tool';
import { say, sentences } from '@/src/schema/values/said';
import { t } from '@/src/texts/i18n';
import { requestNote, verdictOf, warningOf } from './call-text';
import { CardShell } from './card-shell';
import type { CardState } from './card-state';
import { OpenCardContext, useOpenCard } from './open-card';
import { RequestPreview } from './request-preview';
import { useApproval } from './use-approval';
import { VerdictHead } from './verdict-head';

interface ApprovalCardProps {
  approval: Approval;
  /** True if the calls are a plan made in plan mode. */
  isPlan: boolean;
  /** Execution ids of the calls that have a result. */
  done: ReadonlySet<string>;
  /** The adapter of the chat's page; null if the chat is bound to no page. */
  adapterId: string | null;
  pageTools: readonly PageTool[];
  /** The user's input on cards, by approval id. It outlives the card, which is unmounted for example while the run is paused. */
  kept: Map<string, CardState>;
  /** The message field, which gets the focus when this card is removed. */
  composer: RefObject<HTMLTextAreaElement | null>;
}

/**
 * Card of an approval request: a dry run of the calls on the current page, with controls to edit, omit, approve or
 * refuse them.
 */
export function ApprovalCard(props: ApprovalCardProps) {
  const { approval, isPlan, done, adapterId, pageTools, kept, composer } = props;
  const { siteMark: mark } = useShownChat();
  const { open, cardState, dispatch, preview, dryRunOf, ...opened } = useApproval(approval, done, kept);
  const [isCut, setIsCut] = useState(false);
  const { shown } = preview;
  const verdict = verdictOf(open, cardState, shown.dryRun.net, dryRunOf);
  const warning = warningOf(shown.dryRun);
  const note = requestNote(approval.calls, isPlan);
  const announced = sentences(
    verdict,
    warning,
    shown.since.length === 0 ? null : say('approval.changed.announcement'),
  );
  return (
    <CardShell
      {...opened}
      form={cardState}
      onForm={(form) => dispatch({ type: 'form', form })}
      head={<VerdictHead verdict={verdict} isCurrent={preview.isCurrent} onCut={setIsCut} />}
      warning={warning}
      // Preceded by the site's name if the user or the organisation named the site.
      announced={
        mark === null ? announced : say('common.labelled', { label: spellOut(mark.name), text: announced })
      }
      composer={composer}
    >
      {isCut && (
        <p className="whole-verdict">
          <Sentence text={verdict} />
        </p>
      )}
      {note !== '' && (
        <p className="meta">
          <SaidWords said={note} />
        </p>
      )}
      <OpenCardContext value={{ open, cardState, dispatch, preview, dryRunOf, adapterId }}>
        <PageNamesProvider>
          <RequestPreview />
        </PageNamesProvider>
        {!cardState.isRefusing && <AllowTools pageTools={pageTools} />}
      </OpenCardContext>
    </CardShell>
  );
}

/** Names of the tools that always need approval, whatever the settings. */
function alwaysAsked(pageTools: readonly PageTool[]): Set<string> {
  return new Set([SEND_MESSAGE, ...pageTools.map(sentName)]);
}

/** Folded check boxes, each of which allows a tool without approval from now on. They take effect with the decision. */
function AllowTools({ pageTools }: { pageTools: readonly PageTool[] }) {
  const { open, cardState, dispatch } = useOpenCard();
  const limits = useLimits();
  const always = alwaysAsked(pageTools);
  const tools = [
    ...new Set(open.flatMap(({ isAsked, tool }) => (isAsked && !always.has(tool) ? [tool] : []))),
  ];
  if (tools.length === 0) return null;
  return (
    <details className="approval-more">
      <summary className="secondary">{t('approval.allow.more')}</summary>
      {tools.map((tool) => (
        <ManagedFields key={tool} isManaged={!mayAllow(limits, tool)}>
          <CheckBox
            isOn={mayAllow(limits, tool) && cardState.allowTools.includes(tool)}
            onChange={(isAllowed) => dispatch({ type: 'allow-tool', tool, isAllowed })}
          >
            <span className="choice-text">
              <span>
                <TextWithElements
                  text="approval.allow.tool"
                  elements={{ tool: <span className="mono">{tool}</span> }}
                />
              </span>
            </span>
          </CheckBox>
        </ManagedFields>
      ))}
    </details>
  );
}
