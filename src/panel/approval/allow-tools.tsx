import { SEND_MESSAGE } from '@/src/core/records/chat-message';
import { sentName } from '@/src/core/tools/page-tool-names';
import { TextWithElements } from '@/src/panel/kit/text/text-with-elements';
import type { ApprovalCall } from '@/src/schema/approval';
import type { PageTool } from '@/src/schema/page-tool';
import { i18n } from '@/src/texts/i18n';
import type { CardAction } from './card-state';

interface AllowToolsProps {
  pageTools: readonly PageTool[];
  open: readonly ApprovalCall[];
  allowed: readonly string[];
  dispatch(action: CardAction): void;
}

/** Names of the tools that always need approval, whatever the settings. */
function alwaysAsked(pageTools: readonly PageTool[]): Set<string> {
  return new Set([SEND_MESSAGE, ...pageTools.map(sentName)]);
}

/** Folded checkboxes that allow a tool without approval from now on. They take effect with the decision. */
export function AllowTools({ open, pageTools, allowed, dispatch }: AllowToolsProps) {
  const always = alwaysAsked(pageTools);
  const tools = [
    ...new Set(open.flatMap(({ isAsked, tool }) => (isAsked && !always.has(tool) ? [tool] : []))),
  ];
  if (tools.length === 0) return null;
  return (
    <details className="approval-more">
      <summary className="secondary">{i18n.t('approval.allow.more')}</summary>
      {tools.map((tool) => (
        <label key={tool}>
          <input
            type="checkbox"
            checked={allowed.includes(tool)}
            onChange={({ target }) => dispatch({ type: 'allow-tool', tool, isAllowed: target.checked })}
          />
          <span className="choice-text">
            <span>
              <TextWithElements
                text="approval.allow.tool"
                elements={{ tool: <span className="mono">{tool}</span> }}
              />
            </span>
          </span>
        </label>
      ))}
    </details>
  );
}
