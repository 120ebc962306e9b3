import { isReadOnly } from '@/src/core/adapter/saving';
import { toolInWords } from '@/src/core/tools/call-words';
import { useDefinition } from '@/src/panel/data/load-definition';
import type { PolicySettings } from '@/src/schema/chat-settings';
import type { PageTool } from '@/src/schema/page-tool';
import { i18n } from '@/src/texts/i18n';
import { TOOL_GROUPS, toolRule, withPermission } from './policy-text';
import { ToolRuleRow } from './tool-rule-row';

interface ToolRulesProps {
  adapterId: string;
  pageTools: readonly PageTool[];
  policy: PolicySettings;
  /**
   * True if changes on the page take effect at once; null if the page isn't connected, so that only its adapter is
   * known.
   */
  goesLive: boolean | null;
  onChange(policy: PolicySettings): void;
  onError(error: unknown): void;
}

/** All tools of the page by effect, with their rules. */
export function ToolRules({ adapterId, pageTools, policy, goesLive, onChange, onError }: ToolRulesProps) {
  const definition = useDefinition(adapterId, pageTools, onError);
  const isLive =
    goesLive ?? (definition !== null && definition.saving === undefined && !isReadOnly(definition));
  const groups = TOOL_GROUPS.map((group) => ({
    ...group,
    tools: (definition?.tools ?? []).filter(({ effect }) => effect === group.effect),
  }));
  return groups.map(
    (group) =>
      group.tools.length > 0 && (
        <section key={group.effect} className="tool-rules" aria-label={i18n.t(group.title)}>
          <h3>{i18n.t(group.title)}</h3>
          <ul>
            {group.tools.map((tool) => (
              <ToolRuleRow
                key={tool.name}
                name={tool.name}
                words={toolInWords(tool)}
                rule={toolRule(policy, tool, isLive)}
                onChoose={(permission) => onChange(withPermission(policy, tool.name, permission))}
              />
            ))}
          </ul>
        </section>
      ),
  );
}
