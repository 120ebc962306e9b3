import { type RefObject, useRef, useState } from 'react';
import { toErrorInfo } from '@/src/core/errors';
import { riskiestCallsFirst } from '@/src/core/policy/risk-order';
import { sendCommand } from '@/src/panel/data/send-command';
import { useSendInChat, useShownView } from '@/src/panel/data/shown-chat';
import { ChoiceGroup } from '@/src/panel/kit/fields/choice-group';
import { focusApprovalCard } from '@/src/panel/kit/focus';
import { Sentence } from '@/src/panel/kit/text/sentence';
import { TextButton } from '@/src/panel/kit/text-button';
import { useStable } from '@/src/panel/kit/use-stable';
import type { CallDryRun } from '@/src/schema/dry-run';
import type { ErrorInfo } from '@/src/schema/error-info';
import { say, sentences } from '@/src/schema/values/said';
import type { SiteView } from '@/src/store/queries';
import { t } from '@/src/texts/i18n';
import { warningOf } from '../call-text';
import { CardShell } from '../card-shell';
import type { CardState } from '../card-state';
import { SelectButtons } from '../select-buttons';
import type { OpenApproval } from '../use-approval';
import { AskingSite, SiteState } from './site-row';
import './sites-card.css';

interface SitesCardProps {
  parts: readonly SiteView[];
  /** As for the card of one request. */
  kept: Map<string, CardState>;
  composer: RefObject<HTMLTextAreaElement | null>;
}

type AfterFailure = 'stop' | 'go-on';

/** Card of the approval requests of several sites: a row for each, the riskiest first, with the preview of its own request. */
export function SitesCard({ parts, kept, composer }: SitesCardProps) {
  const { chat } = useShownView();
  const sendInChat = useSendInChat();
  const [leftOut, setLeftOut] = useState<readonly string[]>([]);
  const [afterFailure, setAfterFailure] = useState<AfterFailure>('stop');
  const [form, setForm] = useState({ isRefusing: false, refusal: '' });
  const [wasEarly, setWasEarly] = useState(false);
  const [isDeciding, setIsDeciding] = useState(false);
  const [error, setError] = useState<ErrorInfo | null>(null);
  // Sorted once: a row must not move under the pointer.
  const [order] = useState(() => riskiestCallsFirst(parts, riskiestCall).map(({ name }) => name));
  /** The request of each row, by its id. */
  const opened = useRef(new Map<string, OpenApproval>());
  const [waits, setWaits] = useState<ReadonlyMap<string, string | null>>(new Map());
  const onOpened = useStable((id: string, row: OpenApproval) => {
    opened.current.set(id, row);
    const { waitsFor } = row.actions;
    if (waits.get(id) !== waitsFor) setWaits((before) => new Map(before).set(id, waitsFor));
  });

  /** Reason why approving a site is blocked. A row that has not reported yet has just appeared. */
  const waitOf = ({ approval }: SiteView) => {
    const reason = waits.get(approval?.id ?? '');
    return reason === undefined ? t('approval.wait.held') : reason;
  };
  const asking = parts.filter(({ state }) => state === 'asks');
  const ticked = asking.filter(({ name }) => !leftOut.includes(name));
  const isAtWork = isDeciding || parts.some(({ state }) => state === 'works');
  const waitsFor = isAtWork
    ? t('approval.wait.deciding')
    : ticked.length === 0
      ? t('approval.wait.nothing')
      : (ticked.map(waitOf).find((reason) => reason !== null) ?? null);

  const decide = async (
    answerOf: (row: OpenApproval, site: SiteView) => ReturnType<OpenApproval['decision']['approval']>,
  ) => {
    if (isAtWork) return;
    const answers = asking.flatMap((site) => {
      const row = opened.current.get(site.approval?.id ?? '');
      return row === undefined ? [] : [answerOf(row, site)];
    });
    // The pressed button is about to be replaced.
    focusApprovalCard();
    setIsDeciding(true);
    setError(null);
    const stops = afterFailure === 'stop';
    await sendCommand({ type: 'decide-sites', chatId: chat.id, answers, stops }).catch((thrown: unknown) =>
      setError(toErrorInfo(thrown)),
    );
    setIsDeciding(false);
  };
  const approve = async () => {
    setWasEarly(waitsFor !== null);
    if (waitsFor !== null) return;
    await decide(({ decision }, site) =>
      ticked.includes(site) ? decision.approval() : decision.rejection(t('approval.call.leftOut')),
    );
  };
  const count = parts.length;
  const done = parts.filter(({ state }) => state === 'over').length;
  const title = isAtWork
    ? say('approval.sites.progress', { count, done })
    : say('approval.sites.title', { count: asking.length });
  const rows = parts.toSorted((a, b) => order.indexOf(a.name) - order.indexOf(b.name));
  return (
    <CardShell
      actions={{
        approveLabel: t('approval.sites.run', { count: asking.length, chosen: ticked.length }),
        approveFirstLabel: null,
        waitsFor,
      }}
      decision={{
        isDeciding,
        error,
        dismissError: () => setError(null),
        approve,
        approveFirst: approve,
        refuse: (note) => decide(({ decision }) => decision.rejection(note)),
      }}
      holdAgain={() => {
        for (const row of opened.current.values()) row.holdAgain();
      }}
      urgentWait={wasEarly ? (waitsFor ?? '') : ''}
      form={form}
      onForm={(change) => setForm({ ...form, ...change })}
      head={
        <div className="approval-head">
          <h2 className="approval-title">
            <span>
              <Sentence text={title} />
            </span>
          </h2>
        </div>
      }
      warning={sentences(...ticked.map(({ approval }) => approval && warningOf(approval.preview.dryRun)))}
      announced={title}
      instead={
        isAtWork ? (
          <div className="button-row">
            <TextButton
              text="approval.sites.stopAfter"
              onClick={() => sendInChat({ type: 'control-run', action: 'stop' })}
            />
          </div>
        ) : null
      }
      composer={composer}
    >
      <div className="approval-calls">
        {asking.length > 1 && !isAtWork && (
          <div className="select-row">
            <SelectButtons onSelect={(isAll) => setLeftOut(isAll ? [] : asking.map(({ name }) => name))} />
          </div>
        )}
        {rows.map((site) =>
          site.approval === null || isAtWork ? (
            <SiteState key={site.name} site={site} />
          ) : (
            <AskingSite
              key={site.approval.id}
              site={site}
              approval={site.approval}
              adapterId={chat.binding?.adapterId ?? null}
              kept={kept}
              isTicked={!leftOut.includes(site.name)}
              onTick={(isTicked) =>
                setLeftOut(isTicked ? leftOut.filter((name) => name !== site.name) : [...leftOut, site.name])
              }
              onOpened={onOpened}
            />
          ),
        )}
      </div>
      {ticked.length > 1 && !isAtWork && (
        <ChoiceGroup<AfterFailure>
          legend="approval.sites.afterFailure"
          choices={{ stop: 'approval.sites.stop', 'go-on': 'approval.sites.goOn' }}
          chosen={afterFailure}
          onChoose={setAfterFailure}
        />
      )}
    </CardShell>
  );
}

/** The call of a site that puts most at risk; null for a site that doesn't ask. */
function riskiestCall({ approval }: SiteView): CallDryRun | null {
  const calls = approval?.preview.dryRun.calls ?? [];
  return riskiestCallsFirst(calls, (call) => call)[0] ?? null;
}
