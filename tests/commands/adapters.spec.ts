import { testCommands } from './run-commands';

testCommands('adapters');
