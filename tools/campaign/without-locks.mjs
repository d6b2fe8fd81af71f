/** The server loads this module first in a control. The module removes the row lock of the list from SQL statements. */
import pg from 'pg';

const query = Reflect.get(pg.Client.prototype, 'query');
const unlocked = (text) => text.replace(/for update of list$/, '');
pg.Client.prototype.query = function (statement, ...more) {
  if (typeof statement === 'string') return query.call(this, unlocked(statement), ...more);
  if (typeof statement?.text === 'string')
    return query.call(this, { ...statement, text: unlocked(statement.text) }, ...more);
  return query.call(this, statement, ...more);
};
