# SPDX-License-Identifier: BSD-3-Clause
"""All verdicts of the papers (verdicts.py), and what is not as good as theirs."""
import pages
from pages import BLOCKS, device_of, heads, row, sources, verdict
from verdicts import RULES

heads('paper|what|theirs|ours|rule|does it hold?|tables')
worse, used = [], {}
for rule in RULES:
    answer, ours = rule.judge()
    names = sorted(pages.USED)
    used |= {name: device_of(name) for name in names if BLOCKS[name].run}
    row(rule.paper, rule.claim, rule.theirs, ours, rule.bound, answer, ', '.join(names))
    if answer != 'yes' and rule.paper != 'beyond' and (answer, rule.theirs) != ('a tie', 'as fast'):
        worse.append(f'{rule.paper}: {rule.claim}, {ours} for {rule.theirs}')
verdict(f'Not as good as theirs: {"; ".join(worse)}.')
print('\n' + '. '.join(sources(' '.join(name for name in sorted(used) if used[name] == device))
                       for device in dict.fromkeys(used.values())) + '; `make papers PAPERS=all/answers`')
