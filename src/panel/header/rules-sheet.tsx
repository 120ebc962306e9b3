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
  const { error, perform } = useCommands();
  const [rules, setRules] = useState<readonly RuleUse[] | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each report is another object.
  useEffect(() => {
    if (chatId === null) return;
    let isCurrent = true;
    void perform(async () => {
      const read = await sendCommand({ type: 'read-rules', chatId });
      // Thousands of rules take long to render.
      if (isCurrent) startTransition(() => setRules(read.rules));
    });
    return () => {
      isCurrent = false;
    };
  }, [chatId, report, perform]);
  return (
    <Sheet title="models.rules.title" onClose={onClose}>
      <CommandErrorCard />
      {rules === null && error === null && <SecondaryText text="common.loading" />}
      {rules?.length === 0 && <SecondaryText text="models.rules.none" />}
      {rules !== null && (
        <PageNamesProvider>
          <RuleBars rules={rules} />
        </PageNamesProvider>
      )}
    </Sheet>
  );
}
