import type { ReactNode } from 'react';
import { DialogFrame } from './dialog-frame';
import { COMMON_PATTERNS, type HelpTerm, KEYS, PAGE_PARTS, PATTERN_SIGNS } from './help-texts';

/** The help: purpose of the page, precedence of rules, pattern syntax, saving, and keyboard shortcuts. */
export function HelpDialog({ onClose }: { onClose: () => void }) {
  return (
    <DialogFrame
      className="help-dialog"
      title="Help"
      lead="Rules decide which models the proxy lists to its clients."
      onClose={onClose}
    >
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling element must be reachable by keyboard. */}
      <section className="help-body" aria-label="Help texts" tabIndex={0}>
        <HelpSection title="The page">
          <Terms rows={PAGE_PARTS} />
          <p>Point at a rule to see its models, or at a model to see its rule. A click pins them.</p>
        </HelpSection>
        <HelpSection title="Priority">
          <p>
            The first whitelist rule that matches a model keeps it visible. Otherwise the first ignore rule
            that matches hides it. A model that no rule matches is visible. To show only some models, ignore{' '}
            <code>*</code> and whitelist those.
          </p>
        </HelpSection>
        <HelpSection title="Patterns">
          <p>
            A pattern has to match the whole name (what follows the first <code>/</code>) or the whole id;
            upper and lower case differ. Commas separate rules.
          </p>
          <Terms rows={PATTERN_SIGNS} isMono />
        </HelpSection>
        <HelpSection title="Common patterns">
          <Terms rows={COMMON_PATTERNS} isMono />
        </HelpSection>
        <HelpSection title="Saving">
          <p>
            Changes are kept on this page, also when you choose another provider, until you save or discard
            them. Save writes the rules of all providers to the proxy’s file in one step. If someone else
            saved meanwhile, nothing is overwritten: the page shows the difference and asks.
          </p>
        </HelpSection>
        <HelpSection title="Keys">
          <Terms rows={KEYS} />
        </HelpSection>
      </section>
    </DialogFrame>
  );
}

function HelpSection({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="help-section">
      <h3>{title}</h3>
      {children}
    </section>
  );
}

function Terms({ rows, isMono = false }: { rows: readonly HelpTerm[]; isMono?: boolean }) {
  return (
    <dl>
      {rows.map(([term, meaning]) => (
        <div key={term}>
          <dt className={isMono ? 'mono' : ''}>{term}</dt>
          <dd>{meaning}</dd>
        </div>
      ))}
    </dl>
  );
}
