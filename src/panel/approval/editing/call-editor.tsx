import { adapters } from '@/src/adapters';
import { type InputSchema, inputSchemaOf, membersOf } from '@/src/core/tools/input-schema';
import { sendMessage } from '@/src/core/tools/send-message';
import { ChoiceGroup } from '@/src/panel/kit/fields/choice-group';
import { TextButton } from '@/src/panel/kit/text-button';
import type { ApprovalCall, ArgumentProblem } from '@/src/schema/approval';
import { t } from '@/src/texts/i18n';
import { CallInText } from '../call-in-text';
import { type ArgumentEdit, type CallState, isEdited, shownArguments } from '../card-state';
import { FormField } from './form-field';
import { type FormState, formStateOf, rawState } from './form-state';
import { editOf } from './read-form';
import './editor.css';

export interface CallEditorProps {
  call: ApprovalCall;
  /** The adapter of the chat's page. */
  adapterId: string;
  callState: CallState;
  problems: readonly ArgumentProblem[];
  onEdit(edit: ArgumentEdit): void;
  onReset(): void;
}

const JSON_ONLY = { json: 'approval.editor.json' } as const;
const VIEWS = { form: 'approval.editor.form', ...JSON_ONLY } as const;

/** Edits a call's arguments in a form generated from the tool's schema, or as JSON. Switching keeps the values. */
export function CallEditor({ call, adapterId, callState, problems, onEdit, onReset }: CallEditorProps) {
  // The arguments of a tool that this build doesn't have are edited as JSON.
  const schema = toolSchema(adapterId, call.tool) ?? {};
  const args = shownArguments(call, callState);
  const formState = callState.edit?.formState ?? formStateOf(schema, args);
  const change = (changed: FormState) => onEdit(editOf(changed, args));

  const isForm = formState.kind !== 'raw';
  const isReadable = callState.edit?.isReadable ?? true;
  const formViewState = isForm ? formState : formStateOf(schema, args);
  const isChanged = isEdited(call, callState) || callState.leftOut.length > 0 || !isReadable;
  const canShowForm = isForm || (isReadable && formViewState.kind !== 'raw');
  return (
    <div className="approval-editor">
      <div className="approval-views">
        <ChoiceGroup
          legend="approval.editor.legend"
          isLegendHidden
          choices={canShowForm ? VIEWS : JSON_ONLY}
          chosen={isForm ? 'form' : 'json'}
          onChoose={(view) => change(view === 'form' ? formViewState : rawState(args))}
        />
        {!canShowForm && <span className="meta">{formUnavailableText(isReadable)}</span>}
      </div>
      <FormField
        schema={schema}
        state={formState}
        path={[]}
        label={t('approval.editor.arguments')}
        isOptional={false}
        problems={isForm || isReadable ? problems : [noObject(call)]}
        onChange={change}
      />
      <div className="button-row">
        <TextButton
          text="approval.editor.reset"
          aria-disabled={!isChanged}
          onClick={() => isChanged && onReset()}
        />
        <span className="secondary">
          <CallInText text="approval.editor.original" label={call.label} />
        </span>
      </div>
    </div>
  );
}

/** True if calls of this tool have arguments to edit, or if the tool is unknown to this build. */
export function isEditable(adapterId: string, tool: string): boolean {
  const schema = toolSchema(adapterId, tool);
  return schema === null || membersOf(schema).length > 0;
}

function formUnavailableText(isReadable: boolean): string {
  return t(isReadable ? 'approval.editor.formUnavailable' : 'approval.editor.needsObject');
}

/** Problem of valid JSON that isn't an object. A field reports invalid JSON by itself. */
function noObject({ executionId }: ApprovalCall): ArgumentProblem {
  return { executionId, path: [], message: t('approval.editor.noObject') };
}

const schemas = new Map<string, InputSchema>();

/**
 * The input schema of an adapter's tool, or of Steward's own tool that needs approval; null if this build has no such
 * tool.
 */
function toolSchema(adapterId: string, tool: string): InputSchema | null {
  const key = `${adapterId} ${tool}`;
  const found = schemas.get(key);
  if (found !== undefined) return found;
  const ofAdapter = adapters.find(({ id }) => id === adapterId)?.tools.find(({ name }) => name === tool);
  const definition = tool === sendMessage.name ? sendMessage : ofAdapter;
  if (definition === undefined) return null;
  const schema = inputSchemaOf(definition.input);
  schemas.set(key, schema);
  return schema;
}
