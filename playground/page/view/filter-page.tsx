import { useMemo, useRef, useState } from 'react';
import { ConflictBanner } from './banners/conflict-banner';
import { LeftUnsavedBanner } from './banners/left-unsaved-banner';
import { LoadErrorBanner } from './banners/load-error-banner';
import { HelpDialog } from './dialogs/help-dialog';
import { useSay } from './feedback';
import { PageHeader } from './header/page-header';
import { type Navigation, NavigationContext } from './navigation';
import { ModelPanes, type ModelPanesHandle } from './panes/model-panes';
import type { RuleListHandle } from './rules/rule-list';
import { RulePanel } from './rules/rule-panel';
import { TipArea } from './tips/tip-area';
import { useShortcuts } from './use-shortcuts';

/** The filter: header, panes, rule lists. */
export function FilterPage() {
  const panes = useRef<ModelPanesHandle>(null);
  const ignore = useRef<RuleListHandle>(null);
  const whitelist = useRef<RuleListHandle>(null);
  const say = useSay();
  const [isHelpOpen, setHelpOpen] = useState(false);
  useShortcuts(() => setHelpOpen(true));
  const navigation = useMemo((): Navigation => {
    const lists = { ignore, whitelist };
    return {
      showModels(ids) {
        if (ids.length === 0 || panes.current?.showFirst(ids)) return;
        say({ tone: 'done', text: 'The search finds none of its models.' });
      },
      showRule: ({ kind, index }) => lists[kind].current?.show(index),
      focusRule: ({ kind, index }) => lists[kind].current?.focus(index),
    };
  }, [say]);
  return (
    <NavigationContext value={navigation}>
      <div className="filter-page">
        <PageHeader onHelp={() => setHelpOpen(true)} />
        <div className="banners">
          <ConflictBanner />
          <LeftUnsavedBanner />
          <LoadErrorBanner />
        </div>
        <TipArea>
          <main className="workspace">
            <ModelPanes ref={panes} />
            <div className="rule-panels">
              <RulePanel kind="ignore" ref={ignore} />
              <RulePanel kind="whitelist" ref={whitelist} />
            </div>
          </main>
        </TipArea>
      </div>
      {isHelpOpen && <HelpDialog onClose={() => setHelpOpen(false)} />}
    </NavigationContext>
  );
}
