"""Source packages of Debian, fetched by name and version, and tables: for the benchmarks on what nobody here wrote."""

import shlex
import shutil
import subprocess
import sys
from pathlib import Path


class Sources:
    """Source packages, fetched through the machine's own apt configuration."""

    def __init__(self, work, packages):
        self.work = work
        self.packages = packages
        self.apt = None

    def of(self, name):
        """The directory of a package, ready for a compiler."""
        package = self.packages[name]
        place = self.work / "sources" / f"{name}_{package['version'].replace(':', '.')}"
        ready = place / "ready"
        unpacked = place / "unpacked"
        if not ready.exists():
            shutil.rmtree(place, ignore_errors=True)
            place.mkdir(parents=True)
            self.fetch(package.get("source", name), package["version"], place)
            directory, = [entry for entry in place.iterdir() if entry.is_dir()]
            directory.rename(unpacked)
            run(["sh", "-e", "-c", package["prepare"]], unpacked)
            ready.touch()
        return unpacked

    def fetch(self, name, version, place):
        """Unpacks `name=version`, with the patches of Debian."""
        if self.apt is None:
            self.apt = self.configure()
        command = ["apt-get", *self.apt, "source", "-qq", "--only-source", f"{name}={version}"]
        run(command, place)

    def configure(self):
        """Options by which apt-get knows sources, too: the machine's configuration is left alone."""
        root = self.work / "apt"
        lists = root / "sources"
        for needed in [lists, root / "lists" / "partial", root / "archives" / "partial"]:
            needed.mkdir(parents=True, exist_ok=True)
        for file in Path("/etc/apt/sources.list.d").glob("*.sources"):
            text = file.read_text().splitlines()
            text = ["Types: deb-src" if line.startswith("Types:") else line for line in text]
            (lists / file.name).write_text("\n".join(text) + "\n")
        for file in [Path("/etc/apt/sources.list"), *Path("/etc/apt/sources.list.d").glob("*.list")]:
            if file.exists():
                text = [line.replace("deb ", "deb-src ", 1) for line in file.read_text().splitlines()
                        if line.startswith("deb ")]
                (lists / file.name).write_text("\n".join(text) + "\n")
        settings = {
            "Dir::Etc::sourcelist": "/dev/null",
            "Dir::Etc::sourceparts": lists,
            "Dir::State::Lists": root / "lists",
            "Dir::Cache": root,
            # The lists lie where only their owner reads.
            "APT::Sandbox::User": "root",
        }
        options = [word for name, value in settings.items() for word in ("-o", f"{name}={value}")]
        run(["apt-get", *options, "update", "-qq"], root)
        return options


def run(command, directory):
    """Runs a command quietly; ends everything with what it said if it fails."""
    done = subprocess.run(command, cwd=directory, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    if done.returncode != 0:
        sys.exit(f"{shlex.join(command)} in {directory} failed:\n{done.stdout[-4000:]}")


def print_table(rows):
    """As Markdown."""
    widths = [max(len(row[column]) for row in rows) for column in range(len(rows[0]))]
    rows.insert(1, ["-" * width for width in widths])
    for cells in rows:
        print("| " + " | ".join(cell.ljust(width) for cell, width in zip(cells, widths)) + " |")
