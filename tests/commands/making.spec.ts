import { testCommands } from './run-commands';

testCommands('making');
