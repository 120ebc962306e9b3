import { useRef, useState } from 'react';
import { ConflictBanner } from './conflict-banner';
import { HelpDialog } from './help-dialog';
import { LoadErrorBanner } from './load-error-banner';
import { ModelPanes, type ModelPanesHandle } from './model-panes';
import { PageHeader } from './page-header';
import { RulePanel } from './rule-panel';
import { useShortcuts } from './use-shortcuts';

/** The filter: header, panes, rule lists. */
export function FilterPage() {
  const panes = useRef<ModelPanesHandle>(null);
  const [isHelpOpen, setHelpOpen] = useState(false);
  useShortcuts(() => setHelpOpen(true));
  const reveal = (modelId: string) => panes.current?.reveal(modelId);
  return (
    <div className="filter-page">
      <PageHeader onHelp={() => setHelpOpen(true)} />
      <div className="banners">
        <ConflictBanner />
        <LoadErrorBanner />
      </div>
      <main className="workspace">
        <ModelPanes ref={panes} />
        <div className="rule-panels">
          <RulePanel kind="ignore" onReveal={reveal} />
          <RulePanel kind="whitelist" onReveal={reveal} />
        </div>
      </main>
      {isHelpOpen && <HelpDialog onClose={() => setHelpOpen(false)} />}
    </div>
  );
}
