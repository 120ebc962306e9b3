/** A line of code that passes a change on towards the page, or that authorizes one. */
export interface Exit {
  file: string;
  /** A part of the line, verbatim. */
  code: string;
  /** The beginnings of the names of the paths that run it; or the reason why none does. */
  paths: readonly string[] | 'the exit itself' | 'in the content script, behind the exit';
}

/** Every such line under src and entrypoints. A new one needs a path that tries it. */
export const EXITS: readonly Exit[] = [
  {
    file: 'src/core/loop/perform-write.ts',
    code: 'deps.page.execute(',
    paths: ['a call that needs approval', 'a resumed run', 'add_ignore_rule'],
  },
  {
    file: 'src/core/checkpoints/apply-state.ts',
    code: 'deps.page.applyState(',
    paths: ['a rollback', 'a redo', 'an undo', 'unsaved changes restored', 'a page restored'],
  },
  {
    file: 'src/core/checkpoints/apply-state.ts',
    code: 'const token = await gate.authorizeState(',
    paths: ['a rollback', 'a page restored'],
  },
  { file: 'src/core/policy/approval-gate.ts', code: 'deps.issuer.issue(', paths: ['a rollback', 'an undo'] },
  {
    file: 'src/core/policy/check-call.ts',
    code: 'deps.issuer.issue(',
    paths: ['a call that needs approval', 'add_ignore_rule'],
  },
  {
    file: 'src/background/panel-server/command-server.ts',
    code: 'consents.give(',
    paths: ['a call that needs approval', 'a rollback'],
  },
  {
    file: 'src/background/page/with-tool-runners.ts',
    code: 'return link.execute(chat, request, signal)',
    paths: 'the exit itself',
  },
  {
    file: 'src/background/page/with-tool-runners.ts',
    code: 'link.execute(chat, { ...request, args: step }, ends)',
    paths: ['a call that needs approval'],
  },
  {
    file: 'src/background/page/page-tool-executor.ts',
    code: 'deps.page.execute(',
    paths: ['a call of a page’s tool'],
  },
  { file: 'src/background/page/page-link.ts', code: "type: 'execute'", paths: 'the exit itself' },
  { file: 'src/background/page/page-link.ts', code: "type: 'apply-state'", paths: 'the exit itself' },
  {
    file: 'src/background/page/page-messenger.ts',
    code: 'browser.tabs.sendMessage(',
    paths: 'the exit itself',
  },
  {
    file: 'src/page-host/half-host.ts',
    code: 'operations.execute(',
    paths: 'in the content script, behind the exit',
  },
  {
    file: 'src/page-host/half-host.ts',
    code: 'operations.applyState(',
    paths: 'in the content script, behind the exit',
  },
  {
    file: 'src/page-host/overdue-changes.ts',
    code: 'watch(half.execute(',
    paths: 'in the content script, behind the exit',
  },
  {
    file: 'src/page-host/overdue-changes.ts',
    code: 'watch(half.applyState(',
    paths: 'in the content script, behind the exit',
  },
  {
    file: 'src/page-host/page-operations.ts',
    code: 'half.execute(',
    paths: 'in the content script, behind the exit',
  },
  {
    file: 'src/page-host/page-operations.ts',
    code: 'half.applyState(state',
    paths: 'in the content script, behind the exit',
  },
  {
    file: 'src/page-host/page-operations.ts',
    code: 'half.applyState(before',
    paths: 'in the content script, behind the exit',
  },
];
