import { startTransition, useEffect, useState } from 'react';
import { PageNamesProvider } from '@/src/panel/data/page-names-provider';
import { sendCommand } from '@/src/panel/data/send-command';
import { useShownChat } from '@/src/panel/data/shown-chat';
import { useLive } from '@/src/panel/data/use-live';
import { CommandErrorCard } from '@/src/panel/kit/errors/command-error-card';
import { useCommands } from '@/src/panel/kit/errors/command-errors';
import { RuleBars } from '@/src/panel/kit/models/rule-bars';
import { Sheet } from '@/src/panel/kit/sheet';
import { SecondaryText } from '@/src/panel/kit/text/paragraph';
import type { RuleUse } from '@/src/schema/values/rule-use';

/** A sheet with the rules of the chat's page, and the models that each one decides. It follows the page's reports. */
export function RulesSheet({ onClose }: { onClose(): void }) {
  const { chatId, feed } = useShownChat();
  const report = useLive(feed, (snapshot) => snapshot.page);
  const { perform } = useCommands();
  const [rules, setRules] = useState<readonly RuleUse[] | 'loading' | 'unread'>('loading');
  // biome-ignore lint/correctness/useExhaustiveDependencies: each report is another object.
  useEffect(() => {
    if (chatId === null) return;
    let isCurrent = true;
    const show = async () => {
      let shown: typeof rules = 'unread';
      await perform(async () => {
        shown = (await sendCommand({ type: 'read-rules', chatId })).rules;
      });
      // Thousands of rules take long to render.
      if (isCurrent) startTransition(() => setRules(shown));
    };
    void show();
    return () => {
      isCurrent = false;
    };
  }, [chatId, report, perform]);
  return (
    <Sheet title="models.rules.title" onClose={onClose}>
      <CommandErrorCard />
      {rules === 'loading' && <SecondaryText text="common.loading" />}
      {rules.length === 0 && <SecondaryText text="models.rules.none" />}
      {typeof rules === 'object' && (
        <PageNamesProvider>
          <RuleBars rules={rules} />
        </PageNamesProvider>
      )}
    </Sheet>
  );
}
