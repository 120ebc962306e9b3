/**
 * A line of code that passes a change on towards the page, or that authorizes one. `code`: a part of the line, verbatim. `paths`: the
 * beginnings of the names of the paths that run it; or the reason why none does.
 */
type Exit = readonly [file: string, code: string, paths: readonly string[] | string];

const SELF = 'the exit itself';
const INSIDE = 'in the content script, behind the exit';

/** Every such line under src and entrypoints. A new one needs a path that tries it. Files are below src. */
export const EXITS: readonly Exit[] = [
  [
    'core/loop/perform-write.ts',
    'deps.page.execute(',
    ['a call that needs approval', 'a resumed run', 'add_ignore_rule'],
  ],
  [
    'core/checkpoints/apply-state.ts',
    'deps.page.applyState(',
    ['a rollback', 'a redo', 'an undo', 'unsaved changes restored', 'a page restored'],
  ],
  [
    'core/checkpoints/apply-state.ts',
    'const token = await gate.authorizeState(',
    ['a rollback', 'a page restored'],
  ],
  ['core/policy/approval-gate.ts', 'deps.issuer.issue(', ['a rollback', 'an undo']],
  ['core/policy/check-call.ts', 'deps.issuer.issue(', ['a call that needs approval', 'add_ignore_rule']],
  [
    'background/panel-server/command-server.ts',
    'consents.give(',
    ['a call that needs approval', 'a rollback'],
  ],
  ['background/page/with-tool-runners.ts', 'return link.execute(chat, request, signal)', SELF],
  [
    'background/page/with-tool-runners.ts',
    'link.execute(chat, { ...request, args: step }, ends)',
    ['a call that needs approval'],
  ],
  ['background/page/page-tool-executor.ts', 'deps.page.execute(', ['a call of a page’s tool']],
  ['background/page/page-link.ts', "type: 'execute'", SELF],
  ['background/page/page-link.ts', "type: 'apply-state'", SELF],
  ['background/page/page-messenger.ts', 'browser.tabs.sendMessage(', SELF],
  ['page-host/half-host.ts', 'operations.execute(', INSIDE],
  ['page-host/half-host.ts', 'operations.applyState(', INSIDE],
  ['page-host/overdue-changes.ts', 'watch(half.execute(', INSIDE],
  ['page-host/overdue-changes.ts', 'watch(half.applyState(', INSIDE],
  ['page-host/page-operations.ts', 'half.execute(', INSIDE],
  ['page-host/page-operations.ts', 'half.applyState(state', INSIDE],
  ['page-host/page-operations.ts', 'half.applyState(before', INSIDE],
];
