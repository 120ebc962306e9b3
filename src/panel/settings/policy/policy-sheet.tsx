import { TriangleAlert } from 'lucide-react';
import type { AdapterDefinition } from '@/src/core/adapter/adapter-definition';
import { policyChange } from '@/src/core/policy/change-policy';
import { policyOf, stricterPolicy } from '@/src/core/policy/policy-settings';
import { useDefinition } from '@/src/panel/data/load-definition';
import { sendCommand } from '@/src/panel/data/send-command';
import { CommandErrorCard } from '@/src/panel/kit/errors/command-error-card';
import { useCommands } from '@/src/panel/kit/errors/command-errors';
import { ManagedFields, ManagedNote, useLimits } from '@/src/panel/kit/fields/managed-fields';
import { Sheet } from '@/src/panel/kit/sheet';
import { SecondaryText } from '@/src/panel/kit/text/paragraph';
import { SaidWords } from '@/src/panel/kit/text/said-words';
import { TitledSection } from '@/src/panel/kit/titled-section';
import type { Chat } from '@/src/schema/chat';
import type { PolicySettings } from '@/src/schema/chat-settings';
import type { ApprovalPolicy } from '@/src/schema/values/policy';
import { say } from '@/src/schema/values/said';
import { t } from '@/src/texts/i18n';
import { useAppliedSettings } from '../chat/use-applied-settings';
import './policy.css';
import { useId } from 'react';
import { isReadOnly } from '@/src/core/adapter/saving';
import { toolInWords } from '@/src/panel/data/tool-words';
import { permissionsChoice } from './permissions-choice';
import { PERMISSIONS_CHOICES, TOOL_GROUPS, toolRule, withPermission, withPermissions } from './policy-text';
import { ToolRuleRow } from './tool-rule-row';

interface PolicySheetProps {
  chat: Chat;
  /** True if changes of the chat's page take effect without a save; null if the page isn't connected. */
  goesLive: boolean | null;
  onClose(): void;
}

/** Sheet of a chat's permissions: a predefined policy or plan mode, and rules for single tools. */
export function PolicySheet({ chat, goesLive, onClose }: PolicySheetProps) {
  const { report } = useCommands();
  // The policy counts as a single setting: one from another window replaces the user's choice as a whole.
  const { shown, change } = useAppliedSettings<{ policy: PolicySettings }>(
    { policy: policyOf(chat.settings) },
    (changed): Promise<unknown> => {
      const to = { ...shown.policy, ...changed.policy };
      return sendCommand({ type: 'set-policy', chatId: chat.id, ...policyChange(shown.policy, to) });
    },
  );
  const choose = (policy: PolicySettings) => change({ policy });
  const definition = useDefinition(chat.binding?.adapterId ?? null, chat.pageTools, report);
  return (
    <Sheet title="policy.sheet.title" onClose={onClose}>
      <CommandErrorCard />
      <SecondaryText text="policy.sheet.scope" />
      {goesLive === true && definition !== null && <LiveNote definition={definition} />}
      <PolicyChoice policy={shown.policy} onChange={choose} />
      {chat.targets && <SecondaryText text="policy.choice.sites" />}
      {definition !== null && (
        <ToolRules definition={definition} policy={shown.policy} goesLive={goesLive} onChange={choose} />
      )}
    </Sheet>
  );
}

/** Warns that changes of this page take effect without a save, so each of them needs approval. */
function LiveNote({ definition: { effectNote } }: { definition: AdapterDefinition }) {
  return (
    <p className="policy-live">
      <TriangleAlert className="icon" />
      <span>
        <SaidWords
          said={
            effectNote === undefined
              ? say('policy.live.explanation')
              : say('policy.live.explanationAfterNote', { note: effectNote })
          }
        />
      </span>
    </p>
  );
}

interface PolicyChoiceProps {
  policy: PolicySettings;
  onChange(policy: PolicySettings): void;
}

function PolicyChoice({ policy, onChange }: PolicyChoiceProps) {
  const name = useId();
  const { mostPermission: most } = useLimits();
  return (
    <fieldset className="policy-choices">
      <legend className="visually-hidden">{t('policy.choice.legend')}</legend>
      {PERMISSIONS_CHOICES.map((value) => (
        <label key={value} className="policy-choice">
          <input
            type="radio"
            disabled={!isWithin(most, withPermissions(policy, value))}
            name={name}
            checked={permissionsChoice(policy) === value}
            onChange={() => onChange(withPermissions(policy, value))}
          />
          <span className="choice-text">
            <span>{t(`policy.choice.label.${value}`)}</span>
            <span className="secondary">{t(`policy.choice.explanation.${value}`)}</span>
          </span>
        </label>
      ))}
      {most !== 'default' && <ManagedNote />}
    </fieldset>
  );
}

/** True if a policy allows no more than the organisation does. */
function isWithin(most: ApprovalPolicy, { approvalPolicy }: PolicySettings): boolean {
  return stricterPolicy(most, approvalPolicy) === approvalPolicy;
}

interface ToolRulesProps {
  definition: AdapterDefinition;
  policy: PolicySettings;
  /** True if changes of the page take effect without a save. Null if the page isn't connected; its adapter then decides. */
  goesLive: boolean | null;
  onChange(policy: PolicySettings): void;
}

/** All tools of the page by effect, with their rules. */
function ToolRules({ definition, policy, goesLive, onChange }: ToolRulesProps) {
  const { askTools } = useLimits();
  const isLive = goesLive ?? (definition.saving === undefined && !isReadOnly(definition));
  return TOOL_GROUPS.map((effect) => {
    const tools = definition.tools.filter((tool) => tool.effect === effect);
    return (
      tools.length > 0 && (
        <TitledSection key={effect} className="tool-rules" heading={`policy.group.${effect}`}>
          <ul>
            {tools.map((tool) => {
              const isManaged = askTools.includes(tool.name);
              return (
                <ManagedFields key={tool.name} isManaged={isManaged}>
                  <ToolRuleRow
                    name={tool.name}
                    words={toolInWords(tool)}
                    rule={toolRule(policy, tool, isLive)}
                    isManaged={isManaged}
                    onChoose={(permission) => onChange(withPermission(policy, tool.name, permission))}
                  />
                </ManagedFields>
              );
            })}
          </ul>
        </TitledSection>
      )
    );
  });
}
