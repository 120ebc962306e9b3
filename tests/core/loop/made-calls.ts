/** A call as the scripted model makes it. */
export type Call = [name: string, args: unknown];

export const add = (text: string): Call => ['add_note', { text }];
export const COUNT: Call = ['count_notes', {}];
export const PUBLISH: Call = ['publish', {}];
export const FINISH: Call = ['finish_task', { summary: 'Done.' }];
export const ASK: Call = ['ask_user', { question: 'Which?', choices: [] }];
