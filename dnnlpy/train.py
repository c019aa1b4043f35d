"""python -m dnnlpy.train: trains a MiniGPT that can be stopped, taken up again and used.

Options -> text -> tokenizer -> run -> checkpoint, made of the parts in :mod:`dnnlpy.training`.
``--help`` explains all options, exit codes, and how several processes share the work.
"""

import os
import shlex
import signal
import sys
from collections.abc import Sequence

from dnnlpy.training.job import Job, prepare
from dnnlpy.training.options import parser
from dnnlpy.training.processes import joined
from dnnlpy.training.progress import Progress
from dnnlpy.training.run import Run
from dnnlpy.training.stopping import Stop, noted_signals


def main(arguments: Sequence[str] | None = None) -> int:
    """Train.

    Args:
        arguments: The options; None takes those of the command line.

    Returns:
        0, the exit code, when the run is finished; 128 plus the number of a signal that stopped it.

    Raises:
        SystemExit: With code 2, when an option does not fit.
    """
    arguments = sys.argv[1:] if arguments is None else arguments
    command = parser()
    options = command.parse_args(arguments)
    with noted_signals() as stop, joined(options.device) as processes:
        try:
            job = prepare(options, processes)
        except (ValueError, OSError, ModuleNotFoundError) as error:
            if processes.first:
                command.error(str(error))
            raise SystemExit(2) from error
        number = carry_out(job, stop)
        if processes.first and number:
            print(f"stopped by {signal.Signals(number).name} after step {job.run.step}")
            print(f"nothing is lost; go on with: {how_to_go_on(arguments)}", flush=True)
        elif processes.first:
            print(f"finished: {job.path} holds the trained model", flush=True)
        del job  # DDP goes before the group: if it ended it, both could wait for Python's lock
    return 128 + number if number else 0


def carry_out(job: Job, stop: Stop) -> int:
    """Make the steps that are left, or those until a signal.

    Args:
        job: Its run is advanced and written down.
        stop: Looked at between two steps.

    Returns:
        The signal's number; 0 when the run is finished.
    """
    run, processes = job.run, job.run.processes
    label = "untied" if job.settings["untied"] else "tied"
    with Progress(run.recipe.steps, label, done=run.step, shown=processes.first) as bar:
        while not run.finished:
            if number := processes.largest(stop.signal):  # all stop after the same step
                job.save()
                return number
            run.advance()
            bar.advance()
            if run.step % run.recipe.evaluate_every == 0:
                job.save()
                if processes.first:
                    bar.say(report(run))
    return 0


def report(run: Run) -> str:
    """Return a line on how far a run is and how well the model predicts."""
    recent = run.history.training[-run.recipe.evaluate_every :]
    return (
        f"step {run.step} of {run.recipe.steps}: loss {sum(recent) / len(recent):.3f} in training, "
        f"{run.history.validation[-1]:.3f} in validation (nats/token)"
    )


def how_to_go_on(arguments: Sequence[str]) -> str:
    """Return the command that takes the run up again, for as many processes as there are now."""
    count = os.environ.get("LOCAL_WORLD_SIZE")
    start = f"torchrun --standalone --nproc-per-node {count}" if count else "python"
    rest = [argument for argument in arguments if argument != "--resume"]
    return f"{start} -m dnnlpy.train {shlex.join([*rest, '--resume'])}"


if __name__ == "__main__":
    sys.exit(main())
